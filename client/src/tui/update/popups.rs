//! What is done in lists, forms and texts that lie over the screen.

use reversi_protocol::SeatChoice;

use crate::tui::config::{SETTINGS, Step};
use crate::tui::errand::Errand;
use crate::tui::field::Field;
use crate::tui::model::{BotList, Finder, FinderEntry, FinderKind, FormField, Model, Popup};
use crate::tui::view::doctor_report;
use reversi_client_core::session::NewRoom;
use reversi_client_core::voice::texts::Text;

/// Rows of a page. Chosen: what every list shows at least.
const PAGE: isize = 8;

impl Model {
    pub(in crate::tui) fn show_help(&mut self) {
        self.show_finder(FinderKind::Help, "");
    }

    pub(in crate::tui) fn show_palette(&mut self) {
        self.show_finder(FinderKind::Palette, "");
    }

    pub(super) fn show_finder(&mut self, kind: FinderKind, text: &str) {
        self.popup = Some(Popup::Finder(Finder { kind, field: Field::with(text), chosen: 0 }));
    }

    pub(in crate::tui) fn show_settings(&mut self) {
        self.popup = Some(Popup::Settings(0));
    }

    pub(in crate::tui) fn show_doctor(&mut self) {
        let lines = doctor_report(&self.setup, self.look().language);
        self.popup = Some(Popup::Answer { title: Text::TitleDoctor, lines, scroll: 0 });
    }

    pub(in crate::tui) fn close(&mut self) {
        if self.popup.take().is_none() {
            self.clear_filter();
        }
    }

    pub(in crate::tui) fn next_row(&mut self) {
        self.step_row(1);
    }

    pub(in crate::tui) fn previous_row(&mut self) {
        self.step_row(-1);
    }

    pub(in crate::tui) fn page_down(&mut self) {
        self.step_row(PAGE);
    }

    pub(in crate::tui) fn page_up(&mut self) {
        self.step_row(-PAGE);
    }

    /// Chooses a row so many further.
    pub(super) fn step_row(&mut self, step: isize) {
        let last = self.row_count().saturating_sub(1);
        if self.popup.is_none() {
            self.lobby.step(step);
        } else if let Some(chosen) = self.chosen_row_mut() {
            *chosen = chosen.saturating_add_signed(step).min(last);
        }
    }

    /// Chooses a row.
    pub(super) fn choose_row(&mut self, row: usize) {
        if self.popup.is_none() {
            self.lobby.chosen = row.min(self.lobby.rows().len() - 1);
        } else if let Some(chosen) = self.chosen_row_mut() {
            *chosen = row;
        }
    }

    /// Returns how many rows the popup's list has.
    pub(in crate::tui) fn row_count(&self) -> usize {
        match &self.popup {
            Some(Popup::Finder(finder)) => self.entries(finder).len(),
            Some(Popup::Settings(_)) => SETTINGS.len(),
            Some(Popup::Bots(list)) => list.bots.as_ref().map_or(0, Vec::len),
            Some(Popup::NewRoom(_)) => FormField::ALL.len(),
            Some(Popup::Games(list)) => list.games.as_ref().map_or(0, Vec::len),
            Some(Popup::Answer { lines, .. }) => lines.len(),
            Some(Popup::Invite | Popup::Who) | None => 0,
        }
    }

    fn chosen_row_mut(&mut self) -> Option<&mut usize> {
        match self.popup.as_mut()? {
            Popup::Finder(finder) => Some(&mut finder.chosen),
            Popup::Settings(chosen) => Some(chosen),
            Popup::Bots(list) => Some(&mut list.chosen),
            Popup::NewRoom(form) => Some(&mut form.chosen),
            Popup::Games(list) => Some(&mut list.chosen),
            Popup::Answer { scroll, .. } => Some(scroll),
            Popup::Invite | Popup::Who => None,
        }
    }

    pub(in crate::tui) fn more(&mut self) {
        self.step_value(Step::Next);
    }

    pub(in crate::tui) fn less(&mut self) {
        self.step_value(Step::Previous);
    }

    fn step_value(&mut self, step: Step) {
        match &mut self.popup {
            Some(Popup::Settings(chosen)) => {
                let chosen = *chosen;
                self.step_setting(chosen, step);
            }
            Some(Popup::Bots(list)) => list.color.step(step),
            Some(Popup::NewRoom(form)) => form.step(step),
            _ => {}
        }
    }

    /// Steps a setting to another value and keeps it in the file.
    fn step_setting(&mut self, row: usize, step: Step) {
        let Some(setting) = SETTINGS.get(row) else { return };
        setting.step(&mut self.setup.config.values, step);
        if setting.key == "mouse" {
            self.errands.push(Errand::UseMouse(self.setup.config.values.mouse));
        }
        if let Some(path) = self.setup.config_path.clone() {
            let value = (setting.get)(&self.setup.config.values).into_owned();
            self.errands.push(Errand::save(path, setting, value));
        }
    }

    pub(in crate::tui) fn toggle_mouse(&mut self) {
        let mouse = &mut self.setup.config.values.mouse;
        *mouse = !*mouse;
        let takes_mouse = *mouse;
        self.errands.push(Errand::UseMouse(takes_mouse));
        let text = if takes_mouse { Text::MouseTaken } else { Text::MouseReleased };
        self.notify(self.text(text).to_owned());
    }

    /// Does what the chosen row is for.
    pub(in crate::tui) fn choose(&mut self) {
        match self.popup.clone() {
            None => self.choose_lobby_row(),
            Some(Popup::Finder(finder)) => self.run_found(&finder),
            Some(Popup::Settings(row)) => self.step_setting(row, Step::Next),
            Some(Popup::Bots(list)) => self.play_bot(&list),
            Some(Popup::NewRoom(form)) => match form.field() {
                FormField::Open | FormField::Name => self.open_room(form.room()),
                FormField::Color
                | FormField::Opponent
                | FormField::Undo
                | FormField::Hints
                | FormField::LegalSquares
                | FormField::Visibility
                | FormField::First => self.more(),
            },
            Some(Popup::Invite) => self.copy_invitation(),
            Some(Popup::Games(list)) => {
                let games = list.games.unwrap_or_default();
                if let Some(game) = games.get(list.chosen) {
                    self.fetch_game(game.game);
                }
            }
            Some(Popup::Who | Popup::Answer { .. }) => self.popup = None,
        }
    }

    /// Runs the chosen entry of a finder, or the line that was typed.
    fn run_found(&mut self, finder: &Finder) {
        let entry = self.entries(finder).get(finder.chosen).copied();
        let typed = finder.field.text();
        match (finder.kind, entry) {
            (FinderKind::Palette, _) if typed.trim().contains(' ') => self.run_line(&typed),
            (_, Some(FinderEntry::Action(action))) => {
                self.popup = None;
                self.perform(action);
            }
            (_, Some(FinderEntry::Word(spec))) if needs_more(spec.arguments) => {
                self.show_finder(FinderKind::Palette, &format!("{} ", spec.name));
            }
            (_, Some(FinderEntry::Word(spec))) => self.run_line(spec.name),
            // A square alone is a move.
            (FinderKind::Palette, None) => self.run_line(&typed),
            (FinderKind::Help, None) => {}
        }
    }

    pub(in crate::tui) fn show_invite(&mut self) {
        if self.room().is_some() {
            self.popup = Some(Popup::Invite);
            self.copy_invitation();
        }
    }

    fn copy_invitation(&mut self) {
        self.errands.extend(self.invitation().map(Errand::Copy));
    }

    fn play_bot(&mut self, list: &BotList) {
        let Some(bot) = list.bots.as_ref().and_then(|bots| bots.get(list.chosen)) else { return };
        let seats = list.color.seats(SeatChoice::Bot(bot.name.clone()));
        self.open_room(NewRoom { seats, ..NewRoom::default() });
    }
}

/// Tells whether a word says nothing without arguments.
fn needs_more(arguments: &str) -> bool {
    !arguments.is_empty() && !arguments.starts_with('[')
}
