//! What is said in the room: the last lines, and below them what is to be said, in one's own words or by a phrase.

use ratatui::layout::Rect;
use reversi_client_core::intent::RoomIntent;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::Text;
use reversi_protocol::{ChatText, Phrase, Said};

use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, rows, wrap};
use crate::tui::component::{Outcome, Popup};
use crate::tui::context::Context;
use crate::tui::field::Field;
use crate::tui::list::List;
use crate::tui::theme::Role;

const COLUMNS: u16 = 64;
const ROWS: u16 = 14;

#[derive(Debug, Default)]
pub(super) struct Chat {
    field: Field,
    /// One's own words, then the phrases.
    list: List,
}

impl Chat {
    /// Returns the chosen phrase; nothing for one's own words.
    fn phrase(&self) -> Option<Said> {
        let index = self.list.chosen.checked_sub(1)?;
        Phrase::ALL.get(index).map(|phrase| Said::Phrase { phrase: *phrase })
    }
}

impl Popup for Chat {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let width = canvas.area().width.min(COLUMNS);
        let inside = frame::draw(canvas, Text::TitleChat, width, ROWS);
        let language = canvas.look.language;
        let lines: Vec<String> = match context.here() {
            Some((room, _)) if !room.chat().is_empty() => {
                let told = room.chat().iter().map(|line| voice::chat_line(language, line));
                let columns = usize::from(inside.width.saturating_sub(2)).max(1);
                told.flat_map(|line| wrap(&line, columns)).collect()
            }
            Some(_) | None => vec![canvas.text(Text::ChatNone).to_owned()],
        };
        let all = Rect { height: inside.height.saturating_sub(2), ..inside };
        let hidden = lines.len().saturating_sub(all.height.into());
        canvas.write_lines(all, &lines[hidden..], Role::Text);
        let Some(last) = rows(inside).last() else { return };
        let last = after(last, 1);
        if let Some(phrase) = self.phrase() {
            canvas.write(last, voice::words(language, &phrase), Role::Key);
        } else {
            canvas.write(last, ">", Role::Key);
            self.field.draw(canvas, after(last, 2));
        }
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::Choose, Action::Next, Action::Close]
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the others are called what they always are"
    )]
    fn label(&self, action: Action) -> Text {
        match action {
            Action::Choose => Text::LabelSay,
            Action::Next => Text::LabelPhrases,
            _ => action.spec().label,
        }
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, Phrase::ALL.len() + 1))
    }

    fn field(&mut self) -> Option<&mut Field> {
        (self.list.chosen == 0).then_some(&mut self.field)
    }

    fn choose(&mut self, _: &Context) -> Option<Outcome> {
        let text = || ChatText::cleaned(&self.field.text()).ok().map(|text| Said::Text { text });
        let said = self.phrase().or_else(text)?;
        *self = Self::default();
        Some(RoomIntent::Say(said).into())
    }
}
