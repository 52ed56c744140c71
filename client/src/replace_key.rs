//! Puts another key in place of the player's, on the server and here. The new one is kept before the server is
//! asked, so that whatever happens in between, doing it again ends it.

use std::path::{Path, PathBuf};

use reversi_client_core::intent::Overwrite;
use reversi_client_core::not_done::NotDone;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{NetEnd, NetNews, Rejection};
use reversi_client_core::shown_in_english;
use reversi_client_core::texts::{Language, Say, Spoken, Text};
use reversi_protocol::{
    Command, PlayerKey, PlayerName, RefusalCode, RejectionCode, Request, RequestId, ServerMessage,
};
use thiserror::Error;

use crate::net::{Caller, ConnectError, Net};
use crate::player_key::{Imported, PlayerKeyError, import_key, next_key, player_key};
use crate::random::new_session;

/// Why the key is what it was.
#[derive(Debug, Error)]
pub enum ReplaceKeyError {
    Key(#[from] PlayerKeyError),
    Connect(#[from] ConnectError),
    /// The server does not do it.
    Refused(RefusalCode),
    /// The connection was lost before there was an answer.
    Lost(Spoken),
}

shown_in_english!(ReplaceKeyError);

impl Say for ReplaceKeyError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Key(error) => error.say(language),
            Self::Connect(error) => error.say(language),
            Self::Refused(code) => NotDone::Rule(*code).say(language),
            Self::Lost(reason) => reason.say(language),
        }
    }
}

/// Makes another key the player's. Returns where the one before is kept.
///
/// # Errors
/// [`ReplaceKeyError`]; the player's key is what it was, here and on the server, unless the answer was lost: done
/// again, it goes on where that was.
pub async fn replace_key(
    state_dir: &Path,
    server: &ServerUrl,
    name: &PlayerName,
) -> Result<Option<PathBuf>, ReplaceKeyError> {
    let key = player_key(state_dir, server, name)?;
    let next = next_key(state_dir, server, name)?;
    let session = new_session().map_err(PlayerKeyError::from)?;
    let caller = Caller { server: server.clone(), name: name.clone(), session, key };
    match Net::connect(caller).await {
        Ok(line) => ask(line, next.key).await?,
        // It was done before, and the answer was lost.
        Err(ConnectError::Rejected(Rejection { code: RejectionCode::KeyReplaced, .. }))
            if next.is_old => {}
        Err(error) => return Err(error.into()),
    }
    let imported = import_key(state_dir, (server, name), next.key, Overwrite::Allowed)?;
    next.forget()?;
    Ok(if let Imported::InPlaceOf(file) = imported { Some(file) } else { None })
}

async fn ask(mut net: Net, key: PlayerKey) -> Result<(), ReplaceKeyError> {
    let id = RequestId(1);
    let answer = loop {
        match net.next().await {
            NetNews::Connected { .. } => {
                net.send(Request { id, command: Command::ReplaceKey { key } });
            }
            NetNews::Message(ServerMessage::Done { id: done }) if done == id => break Ok(()),
            NetNews::Message(ServerMessage::Refused { id: Some(refused), code, .. })
                if refused == id =>
            {
                break Err(ReplaceKeyError::Refused(code));
            }
            NetNews::Message(_) => {}
            NetNews::Unreachable { reason, .. } | NetNews::Offline { reason, .. } => {
                break Err(ReplaceKeyError::Lost(reason));
            }
            NetNews::Ended(NetEnd::Rejected(rejection)) => {
                break Err(ReplaceKeyError::Lost(Spoken::of(&rejection)));
            }
            NetNews::Ended(NetEnd::Closed { .. }) => {
                break Err(ReplaceKeyError::Lost(Spoken::of(&Text::BannerLost)));
            }
        }
    };
    net.close().await;
    answer
}
