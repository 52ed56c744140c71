//! Games beside the one that is played: read from files, written to them, or fetched from the
//! server's finished ones.

use reversi_game::formats::SavedGame;
use reversi_protocol::{Command, Phase, RefusalCode, RequestId};

use super::Session;
use super::effect::{Effect, ReadFor};
use super::pending::{Asked, Purpose, Ticket};
use crate::answer::{Answer, Warning};
use crate::files::{Exported, GameFileError, Opened, SettingsError};
use crate::games;
use crate::intent::{Export, GameSource, Import, NewRoom};
use crate::not_done::NotDone;
use crate::report::{Asker, FinishedGame};
use crate::saved_game;
use crate::symbols::Symbols;

impl Session {
    pub(super) fn import(&mut self, file: Import, asked: Asked) {
        self.read(file, ReadFor::Import, asked);
    }

    pub(super) fn start_from(&mut self, room: NewRoom, file: Import, asked: Asked) {
        self.read(file, ReadFor::Start(Box::new(room)), asked);
    }

    fn read(&mut self, file: Import, purpose: ReadFor, asked: Asked) {
        self.await_outside(asked.ticket, Effect::ReadGame(file, purpose, asked));
    }

    fn write(&mut self, saved: SavedGame, export: Export, asked: Asked) {
        self.await_outside(asked.ticket, Effect::WriteGame(Box::new(saved), export, asked));
    }

    /// Goes on with a game from a file that was named before the client started.
    pub fn open_game(&mut self, opened: Opened) -> Ticket {
        let words = format!("import {}", opened.path.display());
        let asked = self.asked(Asker::Person, &words);
        let ticket = asked.ticket;
        self.take_in(opened, asked);
        ticket
    }

    /// Returns the game that was imported last.
    pub const fn imported(&self) -> Option<&SavedGame> {
        self.imported.as_ref()
    }

    pub(super) fn game_read(
        &mut self,
        purpose: ReadFor,
        opened: Result<Opened, GameFileError>,
        asked: Asked,
    ) {
        let opened = match opened {
            Ok(opened) => opened,
            Err(error) => return self.refuse(error.into(), asked),
        };
        match purpose {
            ReadFor::Import => self.take_in(opened, asked),
            ReadFor::Start(mut room) => {
                room.settings.start = games::start_of(&opened.loaded.saved.game);
                room.settings.komi = games::komi_of(&opened.loaded.saved);
                self.answer(games::imported(&opened));
                self.open_room(*room, asked);
            }
        }
    }

    /// Keeps a game from a file at hand; opens a room with it unless it is over.
    fn take_in(&mut self, opened: Opened, asked: Asked) {
        let answer = games::imported(&opened);
        let saved = opened.loaded.saved;
        let room = (!saved.game.is_over()).then(|| games::room_of(&saved));
        let bot_left_out = room.as_ref().and_then(|_| games::bot_left_out(&saved));
        self.imported = Some(saved);
        self.answer(answer);
        if let Some(color) = bot_left_out {
            self.warn(Warning::BotLeftOut(color));
        }
        if let Some(room) = room {
            self.open_room(room, asked);
        }
    }

    pub(super) fn export(&mut self, export: Export, asked: Asked) -> Result<(), NotDone> {
        let saved = match export.source {
            GameSource::Here => {
                let (_, _, view) = self.here()?;
                if view.competition.is_some()
                    && matches!(view.phase, Phase::Playing | Phase::Adjourned)
                {
                    return Err(NotDone::Rule(RefusalCode::Competing));
                }
                saved_game::of_room(view)?
            }
            GameSource::File => self.imported.clone().ok_or(NotDone::NoFile)?,
            GameSource::Finished(game) => {
                self.fetch(game, Purpose::Export(export), asked);
                return Ok(());
            }
        };
        self.write(saved, export, asked);
        Ok(())
    }

    pub(super) fn game_written(
        &mut self,
        (saved, export): (&SavedGame, &Export),
        written: Result<Exported, GameFileError>,
        asked: Asked,
    ) {
        match written {
            Ok(Exported { format, left_out }) => self.answer(Answer::Exported {
                file: export.path.display().to_string(),
                format: format.name(),
                plies: saved.game.ply() as u32,
                left_out,
            }),
            Err(error) => self.refuse(error.into(), asked),
        }
    }

    pub(super) fn show_game(&mut self, game: u64, asked: Asked) {
        self.fetch(game, Purpose::Show, asked);
    }

    pub(super) fn replay(
        &mut self,
        source: GameSource,
        ply: Option<u32>,
        asked: Asked,
    ) -> Result<(), NotDone> {
        let answer = match source {
            GameSource::Here => games::replayed(source, &saved_game::of_room(self.here()?.2)?, ply),
            GameSource::File => {
                games::replayed(source, self.imported.as_ref().ok_or(NotDone::NoFile)?, ply)
            }
            GameSource::Finished(game) => {
                self.fetch(game, Purpose::Replay(ply), asked);
                return Ok(());
            }
        };
        self.answer(answer?);
        Ok(())
    }

    fn fetch(&mut self, game: u64, purpose: Purpose, asked: Asked) {
        self.request_for(Some(purpose), Command::Game { game }, asked);
    }

    /// Does what a finished game was asked for.
    pub(super) fn fetched(&mut self, id: RequestId, finished: FinishedGame) {
        let Some(pending) = self.take_pending(id) else { return };
        let Some(purpose) = pending.purpose else { return };
        if let Err(not_done) = self.serve(purpose, finished, &pending.asked) {
            self.refuse(not_done, pending.asked);
        }
    }

    fn serve(
        &mut self,
        purpose: Purpose,
        finished: FinishedGame,
        asked: &Asked,
    ) -> Result<(), NotDone> {
        let saved = saved_game::of_finished(&finished)?;
        let source = GameSource::Finished(finished.summary.game);
        let answer = match purpose {
            Purpose::Show => games::finished(finished)?,
            Purpose::Replay(ply) => games::replayed(source, &saved, ply)?,
            Purpose::Export(export) => {
                self.write(saved, export, asked.clone());
                return Ok(());
            }
        };
        self.answer(answer);
        Ok(())
    }

    pub(super) fn change_symbols(&mut self, symbols: Option<Symbols>, asked: Asked) {
        match symbols {
            Some(symbols) => {
                self.await_outside(asked.ticket, Effect::KeepSymbols(symbols, asked));
            }
            None => self.answer_symbols(),
        }
    }

    pub(super) fn symbols_kept(
        &mut self,
        symbols: Symbols,
        kept: Result<(), SettingsError>,
        asked: Asked,
    ) {
        match kept {
            Ok(()) => {
                self.symbols = symbols;
                self.answer_symbols();
            }
            Err(error) => self.refuse(error.into(), asked),
        }
    }

    fn answer_symbols(&mut self) {
        let [black, white] = reversi_game::Color::BOTH.map(|color| self.symbols.of(color));
        self.answer(Answer::Symbols { black, white });
    }
}
