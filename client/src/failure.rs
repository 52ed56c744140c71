//! Whatever ends the program or keeps it from starting, in the words of the user.

use std::error::Error;

use reversi_client_core::files::{GameFileError, NoRandomness, SeatStoreError, SettingsError};
use reversi_client_core::texts::{Language, Say};

use crate::bridge::EngineError;
use crate::driver::own_server::OwnServerError;
use crate::net::ConnectError;
use crate::player_key::PlayerKeyError;

/// An error of any kind.
pub struct Failure<'a>(pub &'a anyhow::Error);

impl Say for Failure<'_> {
    /// Says a known error in the language, and any other with what caused it.
    fn say(&self, language: Language) -> String {
        self.known::<ConnectError>(language)
            .or_else(|| self.known::<OwnServerError>(language))
            .or_else(|| self.known::<EngineError>(language))
            .or_else(|| self.known::<GameFileError>(language))
            .or_else(|| self.known::<SeatStoreError>(language))
            .or_else(|| self.known::<PlayerKeyError>(language))
            .or_else(|| self.known::<SettingsError>(language))
            .or_else(|| self.known::<NoRandomness>(language))
            .unwrap_or_else(|| format!("{:#}", self.0))
    }
}

impl Failure<'_> {
    fn known<E: Error + Say + Send + Sync + 'static>(&self, language: Language) -> Option<String> {
        self.0.downcast_ref::<E>().map(|error| error.say(language))
    }
}
