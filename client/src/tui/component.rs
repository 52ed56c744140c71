//! What screens and popups are to the root: they keep their own state, draw themselves, and say by
//! values what they want done elsewhere.

use std::fmt;

use reversi_client_core::files::Opened;
use reversi_client_core::intent::{Intent, Query, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::Report;
use reversi_client_core::voice::texts::Text;

use super::action::Action;
use super::canvas::Canvas;
use super::config::{Setting, Step, Values};
use super::context::Context;
use super::effect::Effect;
use super::field::{Field, Typing};
use super::list::List;
use super::question::QuestionKind;
use super::theme::Role;

/// Something that a screen or popup wants done.
#[derive(Debug)]
pub enum Outcome {
    /// What a key does; the popup is done.
    Act(Action),
    /// What a line in the words of line mode asks.
    Run(String),
    Effect(Effect),
    Close,
    Quit,
    /// A game of a file is to be looked at, or gone on with.
    Open(Box<Opened>),
    /// Away from a finished game, back to where it was chosen.
    LeaveReplay,
    Leave,
    Ask(QuestionKind),
    Type(Typing),
    /// Values for as long as the client runs.
    Change(Values),
    /// A setting is to have this value, and to keep it.
    Set(&'static Setting, String),
    Notify(String),
    NotifyForAWhile(String),
    Complain(String),
    Decline(NotDone),
    Intent(Intent),
    /// What the popup was for; it is done.
    Finish(Intent),
    /// An answer of the server that the screen shows once it comes.
    Query(Query),
    /// A finished game is to be reviewed: the room's, or the one of a number.
    Review(Option<u64>),
}

impl From<RoomIntent> for Outcome {
    fn from(intent: RoomIntent) -> Self {
        Self::Intent(intent.into())
    }
}

pub trait Screen {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context);

    /// Returns what can be said in one sentence, and how it is drawn.
    fn status(&self, context: &Context) -> (String, Role);

    /// Returns the actions that are worth showing, the most important first.
    fn keys(&self, context: &Context) -> Vec<Action>;

    /// Returns the title of the line above the status.
    fn title(&self, _: &Context) -> String {
        String::new()
    }
}

/// Something that lies over the screen: a list, a form or a text.
pub trait Popup: fmt::Debug {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context);

    /// Returns the actions that are worth showing, the most important first.
    fn keys(&self) -> &'static [Action] {
        &[Action::Close]
    }

    /// Returns what an action is called here.
    fn label(&self, action: Action) -> Text {
        action.spec().label
    }

    /// Returns what is to be said of the chosen row, below the popup.
    fn detail(&self, _: &Context) -> Option<String> {
        None
    }

    /// Returns what is wanted as soon as it is shown.
    fn opening(&self, _: &Context) -> Option<Outcome> {
        None
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        None
    }

    /// Returns the field into which keys type.
    fn field(&mut self) -> Option<&mut Field> {
        None
    }

    /// Takes note that the text of the field is another one.
    fn field_changed(&mut self) {}

    /// Does what the chosen row is for.
    fn choose(&mut self, _: &Context) -> Option<Outcome> {
        Some(Outcome::Close)
    }

    /// Removes what the chosen row stands for.
    fn remove(&mut self) -> Option<Outcome> {
        None
    }

    /// Steps the value of the chosen row.
    fn step(&mut self, _: Step, _: &Context) -> Option<Outcome> {
        None
    }

    /// Takes an answer of the server; tells whether it was for this popup.
    fn receive(&mut self, _: &Report) -> bool {
        false
    }
}
