//! What keeps the server from storing anything: told to whoever asks, counted, and logged when it
//! begins and when it ends.

use std::sync::{Arc, Mutex, PoisonError};

use prometheus_client::metrics::gauge::Gauge;
use tracing::{error, info};

/// What keeps the server from storing anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    #[error("the disk is full: nothing is stored, and requests are refused as unavailable")]
    DiskFull,
    #[error(
        "another program has locked the database: nothing is stored, and requests are refused as unavailable"
    )]
    Locked,
    #[error(
        "the database or its log was taken out of the data folder: nothing is stored, and requests are refused \
         as unavailable; put the same files back, or restore a copy and start again"
    )]
    Gone,
    #[error(
        "the database is out of reach: nothing is stored, and requests are refused as unavailable"
    )]
    Away,
}

/// How the server is. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Health {
    trouble: Arc<Mutex<Option<Trouble>>>,
    /// 1 while there is trouble.
    pub troubled: Gauge,
}

impl Health {
    pub fn trouble(&self) -> Option<Trouble> {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what the trouble is, or that there is none.
    pub fn set(&self, trouble: Option<Trouble>) {
        let before = {
            let mut current = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *current, trouble)
        };
        if before == trouble {
            return;
        }
        self.troubled.set(trouble.is_some().into());
        if let Some(trouble) = trouble {
            error!("{trouble}");
        } else {
            info!("what happens is stored again");
        }
    }
}
