//! The task that owns one room: it decides, makes durable, evolves, publishes, in this order.

mod bots;
mod calling;
mod chat;
mod commands;
mod crowds;
mod input;
mod member;
pub mod outbox;
mod presence;
mod publish;
mod ranked;
mod resting;
mod standing;
mod talk;
mod task;
#[cfg(test)]
mod tests;
mod watchers;

pub use input::{Answer, Call, Enter, Input, Place, Request, RoomHandle, RoomLine};
pub use ranked::{Guarded, RankedPositions};
pub use resting::Resting;
pub use task::{RoomServices, RoomTask, Stopped};
