//! Keys: typed text, the names of squares, and actions. The mouse: a click does what it points at.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use reversi_client_core::intent::NewRoom;
use reversi_client_core::server_url::{RoomRef, ServerUrl};
use reversi_client_core::texts::{Say as _, Spoken};
use reversi_client_core::words::parse;
use reversi_protocol::{Competition, Nick, PlayerName, RoleWish};

use super::{Outcome, ScreenKind, Start, Typing, Ui};
use crate::tui::action::{Action, Scope};
use crate::tui::canvas::Hit;
use crate::tui::chord::Chord;
use crate::tui::config::Step;
use crate::tui::effect::Effect;
use crate::tui::field::{Field, TypingKind};
use crate::tui::input::Wheel;
use crate::tui::list::List;
use crate::tui::popups;
use crate::tui::screens::NoServer;

/// Rows of a page. Chosen: what every list shows at least.
const PAGE: isize = 8;

impl Ui {
    pub(super) fn key(&mut self, event: KeyEvent) {
        // Windows and some terminals tell of the release as well.
        if event.kind == KeyEventKind::Release {
            return;
        }
        let chord = Chord::from(event);
        self.touched();
        let was_interrupted = std::mem::take(&mut self.is_interrupted);
        if self.types(chord) {
            return;
        }
        let action = self.context.setup.config.keymap.action(chord, self.scopes());
        // Only the second interrupt in a row ends the client.
        self.is_interrupted = was_interrupted && action == Some(Action::Interrupt);
        if self.is_asked_for_name() && action != Some(Action::Interrupt) {
            return;
        }
        if let Some(action) = action.filter(|&action| self.is_offered(action)) {
            self.perform(action);
        }
    }

    /// Without a server little of the lobby is left.
    fn is_offered(&self, action: Action) -> bool {
        let is_without = self.popup.is_none() && self.context.screen() == ScreenKind::NoServer;
        let is_of_lobby = action.spec().scope == Scope::Lobby;
        !is_without
            || !is_of_lobby
            || NoServer::OFFERS.iter().any(|&(offered, _)| offered == action)
    }

    pub(super) fn touched(&mut self) {
        self.attention.touched(self.context.now_ms);
        self.context.notices.drop_seen();
        self.game.touched();
    }

    pub(super) fn perform(&mut self, action: Action) {
        if let Some(popup) = popups::shown_by(action, &self.context) {
            let outcome = popup.opening(&self.context);
            self.popup = Some(popup);
            self.typing = None;
            return self.follow(outcome);
        }
        let outcome = match action.spec().scope {
            Scope::Prompt => return self.answer(action),
            Scope::Board => self.game.act(action, &self.context),
            Scope::Lobby if action == Action::PlayHere => return self.play_here(),
            Scope::Lobby => self.lobby.act(action, &self.context),
            Scope::List => self.act_in_list(action),
            Scope::Anywhere => return self.act_anywhere(action),
        };
        self.follow(outcome);
    }

    pub(super) fn paste(&mut self, text: &str) {
        if let Some(field) = self.field() {
            field.insert(text);
            self.field_changed();
        }
    }

    /// Returns where actions are looked for, the innermost first.
    fn scopes(&self) -> &'static [Scope] {
        use Scope::{Anywhere, List, Prompt};
        match (&self.popup, &self.context.question) {
            (Some(_), Some(_)) => &[Prompt, List, Anywhere],
            (Some(_), None) => &[List, Anywhere],
            (None, _) => self.context.scopes(),
        }
    }

    /// Returns the list that keys are about, and how many rows it has.
    pub(super) fn list(&mut self) -> Option<(&mut List, usize)> {
        match &mut self.popup {
            Some(popup) => popup.list(&self.context),
            None => Some(self.lobby.list()),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most actions belong elsewhere")]
    fn act_in_list(&mut self, action: Action) -> Option<Outcome> {
        let step = match action {
            Action::Next => 1,
            Action::Previous => -1,
            Action::PageDown => PAGE,
            Action::PageUp => -PAGE,
            _ => 0,
        };
        if step != 0 {
            if let Some((list, count)) = self.list() {
                list.step(step, count);
            }
            return None;
        }
        let Some(popup) = &mut self.popup else { return self.lobby.act(action, &self.context) };
        match action {
            Action::Choose => popup.choose(&self.context),
            Action::Remove => popup.remove(),
            Action::More => popup.step(Step::Next, &self.context),
            Action::Less => popup.step(Step::Previous, &self.context),
            _ => Some(Outcome::Close),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the others show popups")]
    fn act_anywhere(&mut self, action: Action) {
        match action {
            Action::LetIn => self.ask_to_let_in(),
            Action::Mouse => self.toggle_mouse(),
            Action::Redraw => self.effects.push(Effect::Redraw),
            Action::Suspend => self.effects.push(Effect::Suspend),
            Action::Interrupt => self.interrupt(),
            _ => {}
        }
    }

    /// Returns the field into which keys type, if there is one.
    fn field(&mut self) -> Option<&mut Field> {
        match (&mut self.typing, &mut self.popup) {
            (Some(typing), _) => Some(&mut typing.field),
            (None, Some(popup)) => popup.field(),
            (None, None) => None,
        }
    }

    /// Takes note of typed text; a filter works while it is typed.
    fn field_changed(&mut self) {
        match (&self.typing, &mut self.popup) {
            (Some(Typing { kind: TypingKind::Filter, field }), _) => {
                self.lobby.set_filter(field.text().trim(), &self.context);
            }
            (None, Some(popup)) => popup.field_changed(),
            _ => {}
        }
    }

    /// Types a key, if it types something here; tells whether it did.
    fn types(&mut self, chord: Chord) -> bool {
        let is_at_board = self.is_at_board();
        let is_line = self.typing.is_some();
        match self.field() {
            None if !is_at_board => return false,
            None => {
                let (is_typed, outcome) = self.game.type_square(chord, &self.context);
                self.follow(outcome);
                return is_typed;
            }
            Some(_) if is_line && chord.code == KeyCode::Enter => self.submit_typing(),
            Some(_) if is_line && chord.code == KeyCode::Esc => self.cancel_typing(),
            Some(field) => {
                let is_edited = field.edit(chord);
                if is_edited {
                    self.field_changed();
                }
                return is_edited;
            }
        }
        true
    }

    /// Takes the typed line; one that does not fit stays, to be mended.
    fn submit_typing(&mut self) {
        let Some(typing) = self.typing.take() else { return };
        let text = typing.field.text();
        if let Err(why) = self.take_line(typing.kind, text.trim()) {
            self.typing = Some(typing);
            self.context.notices.complain(why.say(self.context.language()));
        }
    }

    fn take_line(&mut self, kind: TypingKind, text: &str) -> Result<(), Spoken> {
        match kind {
            TypingKind::Filter => {}
            TypingKind::RoomId => {
                let room = text.parse::<RoomRef>().map_err(|error| Spoken::of(&error))?;
                self.enter(room, RoleWish::Player);
            }
            TypingKind::Invitee => {
                let line = format!("invite {text}");
                if let Some(intent) = parse(&line).map_err(|bad| Spoken::of(&bad))? {
                    self.intend(intent, &line);
                }
            }
            TypingKind::Address => {
                // A link says where to go from there.
                if let Ok(link) = text.parse::<RoomRef>()
                    && let Some(server) = link.server.clone()
                {
                    self.context.setup.start = Start::Enter(link, RoleWish::Player);
                    self.connect_to(server);
                } else {
                    let server = text.parse::<ServerUrl>().map_err(|error| Spoken::of(&error))?;
                    self.connect_to(server);
                }
            }
            TypingKind::Setting(setting) => self.set(setting, text)?,
            TypingKind::Nick { bot_color } => {
                let nick = Nick::new(text).map_err(|error| Spoken::of(&error))?;
                let competition = Some(Competition { nick, bot_color });
                self.intend(NewRoom { competition, ..NewRoom::default() }.into(), "");
            }
            TypingKind::FirstName => {
                let name = PlayerName::new(text).map_err(|error| Spoken::of(&error))?;
                self.take_first_name(&name)?;
            }
        }
        Ok(())
    }

    pub(super) fn is_asked_for_name(&self) -> bool {
        self.typing.as_ref().is_some_and(|typing| matches!(typing.kind, TypingKind::FirstName))
    }

    fn cancel_typing(&mut self) {
        match self.typing.take().map(|typing| typing.kind) {
            Some(TypingKind::Filter) => self.lobby.set_filter("", &self.context),
            Some(TypingKind::FirstName) => {
                let kept = self.take_first_name(&self.context.setup.name.clone());
                debug_assert!(kept.is_ok(), "it was a name before");
            }
            Some(
                TypingKind::Address
                | TypingKind::RoomId
                | TypingKind::Invitee
                | TypingKind::Nick { .. }
                | TypingKind::Setting(_),
            )
            | None => {}
        }
    }
}

impl Ui {
    /// Takes a click on something that was drawn.
    pub(super) fn click(&mut self, hit: Option<Hit>) {
        self.touched();
        self.is_interrupted = false;
        match hit {
            Some(hit @ (Hit::Square(_) | Hit::Ply(_))) if self.is_at_board() => {
                let outcome = self.game.click(hit, &self.context);
                self.follow(outcome);
            }
            Some(Hit::Action(action)) => self.perform(action),
            Some(Hit::Row(row)) => {
                if let Some((list, count)) = self.list() {
                    list.chosen = row.min(count.saturating_sub(1));
                }
                self.perform(Action::Choose);
            }
            Some(Hit::Square(_) | Hit::Ply(_) | Hit::Moves | Hit::List) | None => {}
        }
    }

    /// Takes a turn of the wheel: over moves it leads through the game, over lists down and up.
    pub(super) fn wheel(&mut self, wheel: Wheel, hit: Option<Hit>) {
        let [back, on] = match hit {
            Some(Hit::Ply(_) | Hit::Moves) if self.is_at_board() => [Action::Back, Action::Forward],
            Some(Hit::Square(_))
                if self.is_at_board() && self.game.wheel_browses(&self.context) =>
            {
                [Action::Back, Action::Forward]
            }
            Some(Hit::Row(_) | Hit::List) => [Action::Previous, Action::Next],
            Some(Hit::Square(_) | Hit::Ply(_) | Hit::Moves | Hit::Action(_)) | None => return,
        };
        self.perform(if wheel == Wheel::Up { back } else { on });
    }
}
