//! What the screen shows.

use ratatui::buffer::Buffer;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::Text;

use super::{ScreenKind, Ui};
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, Picture, rows, wrap};
use crate::tui::component::Screen;
use crate::tui::footer::{Footer, Input, Key, Prompt, Status};
use crate::tui::layout::{COLUMNS_MIN, ROWS_MIN, Space};
use crate::tui::phrases;
use crate::tui::question::QuestionKind;
use crate::tui::screens::NoServer;
use crate::tui::theme::Role;
use crate::tui::title;

impl Ui {
    pub fn draw(&self, cells: &mut Buffer) -> Picture {
        let context = &self.context;
        let mut canvas = Canvas::new(cells, context.look());
        if Space::of(canvas.area()) == Space::TooSmall {
            draw_too_small(&mut canvas);
            return canvas.picture;
        }
        self.screen().draw(&mut canvas, context);
        if let Some(popup) = &self.popup {
            // What lies under a popup does not answer.
            canvas.picture.hits.clear();
            popup.draw(&mut canvas, context);
        }
        self.footer().draw(&mut canvas, context);
        title::draw_loss(&mut canvas, context);
        canvas.picture
    }

    pub fn window_title(&self) -> String {
        let is_wanted = self.attention.is_wanted();
        let mark = if is_wanted { self.context.text(Text::TitleAttention) } else { "" };
        match self.context.room() {
            Some(room) => format!("{mark}Reversi {room}"),
            None => format!("{mark}Reversi"),
        }
    }

    fn screen(&self) -> &dyn Screen {
        match self.context.screen() {
            ScreenKind::Lobby => &self.lobby,
            ScreenKind::Game => &self.game,
            ScreenKind::NoServer => &NoServer,
        }
    }

    fn footer(&self) -> Footer<'_> {
        Footer {
            title: self.screen().title(&self.context),
            status: self.status(),
            notice: self.notice(),
            prompt: self.prompt(),
            input: self.input(),
            keys: self.keys(),
        }
    }

    fn status(&self) -> Status {
        let context = &self.context;
        if self.is_interrupted {
            return Status::Line(context.text(Text::InterruptAgain).to_owned(), Role::Attention);
        }
        if self.is_asked_for_name() {
            let skip = context.fill(Text::WelcomeSkip, &[("name", &context.setup.name)]);
            return Status::Line(skip, Role::Faint);
        }
        let popup = self.popup.as_ref().filter(|_| context.question.is_none());
        if let Some(detail) = popup.and_then(|popup| popup.detail(context)) {
            return Status::Detail(detail);
        }
        let (text, role) = self.screen().status(context);
        Status::Line(text, role)
    }

    /// Returns what was told just now.
    fn notice(&self) -> Option<(String, Role)> {
        let line = &self.context.notices.shown.as_ref()?.line;
        Some((line.text.clone(), if line.is_bad { Role::Bad } else { Role::Attention }))
    }

    /// Returns the question that waits; where there is none, the client's own offer that does.
    fn prompt(&self) -> Option<Prompt> {
        let context = &self.context;
        let Some(question) = &context.question else {
            let (room, view) = context.here()?;
            return Some(Prompt {
                asked: phrases::asks(context, view, &room.own_offer()?.offer),
                seconds: context.seconds_to_answer(),
                role: Role::Faint,
                answers: vec![(Action::Redo, Text::LabelWithdraw)],
            });
        };
        let text = |text| context.text(text).to_owned();
        let (asked, seconds) = match &question.kind {
            QuestionKind::Offer(_) => {
                let view = context.here().map(|(_, view)| view);
                let offer = view.and_then(|view| Some((view, view.offer.as_ref()?)));
                let asked = offer.map(|(view, it)| phrases::asks(context, view, &it.offer));
                (asked.unwrap_or_default(), context.seconds_to_answer())
            }
            QuestionKind::Call { room, .. } => {
                let call = context.session.invitations().find(|call| call.room == *room);
                let told = call.map(|it| voice::call(context.language(), it));
                (told.unwrap_or_default(), None)
            }
            QuestionKind::Resign => (text(Text::AskResign), None),
            QuestionKind::Leave => (text(Text::AskLeave), None),
            QuestionKind::LetIn => (text(Text::AskLetIn), None),
            QuestionKind::Remove(name) => (context.fill(Text::AskRemove, &[("name", name)]), None),
            QuestionKind::Watch(room, why) => (context.fill(*why, &[("room", room)]), None),
            QuestionKind::Replace(name) => {
                (context.fill(Text::AskReplace, &[("name", name)]), None)
            }
        };
        let answers = question.kind.yes().into_iter().chain([Action::No]);
        let answers = answers.map(|action| (action, action.spec().label)).collect();
        Some(Prompt { asked, seconds, role: Role::Question, answers })
    }

    fn input(&self) -> Input<'_> {
        match (&self.popup, &self.typing) {
            (_, Some(typing)) => Input::Line(typing),
            (None, None) if self.is_at_board() => match self.game.typed() {
                Some(letter) => Input::Letter(letter),
                None if self.context.is_my_turn() && !self.game.is_browsing() => Input::Ready,
                None => Input::Nothing,
            },
            (Some(_) | None, None) => Input::Nothing,
        }
    }

    fn keys(&self) -> Vec<Key> {
        let context = &self.context;
        let key = |action, label| Key { shown: context.key(action), label, action: Some(action) };
        match (&self.popup, &self.typing) {
            (Some(popup), None) => {
                popup.keys().iter().map(|&action| key(action, popup.label(action))).collect()
            }
            (None, None) => {
                let actions = self.screen().keys(context);
                actions.into_iter().map(|action| key(action, action.spec().label)).collect()
            }
            // Those that end the typing of a line; no other action has them then.
            (_, Some(_)) => {
                let enter = context.look().glyphs.keys.enter;
                [(enter, Text::LabelDone), ("Esc", Text::LabelClose)]
                    .map(|(key, label)| Key { shown: Some(key.to_owned()), label, action: None })
                    .into()
            }
        }
    }
}

/// Says how large the screen has to be.
fn draw_too_small(canvas: &mut Canvas<'_>) {
    let area = canvas.area();
    let places: [(&str, &dyn std::fmt::Display); 4] = [
        ("columns", &area.width),
        ("rows", &area.height),
        ("columns_min", &COLUMNS_MIN),
        ("rows_min", &ROWS_MIN),
    ];
    let text = canvas.fill(Text::TooSmall, &places);
    for (row, line) in rows(area).zip(wrap(&text, usize::from(area.width.max(1)))) {
        canvas.write(row, &line, Role::Text);
    }
}
