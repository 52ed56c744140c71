//! Where there is no server: the address that was tried, and what can be done instead.

use reversi_client_core::voice::texts::{Say as _, Text};

use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, rows, wrap};
use crate::tui::component::Screen;
use crate::tui::context::{Context, Link};
use crate::tui::layout::{Rows, Space};
use crate::tui::theme::Role;
use crate::tui::title;

/// The program that serves others.
const SERVER_PROGRAM: &str = "reversi-server";

#[derive(Debug)]
pub struct NoServer;

impl NoServer {
    /// What of the lobby can be done without a server, and what that is for.
    pub const OFFERS: [(Action, Text); 3] = [
        (Action::PlayHere, Text::OfferHere),
        (Action::Connect, Text::OfferOther),
        (Action::Quit, Text::OfferQuit),
    ];
}

impl Screen for NoServer {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        title::draw(canvas, context, &[]);
        let body = Rows::of(canvas.area()).body;
        let has_room = Space::of(canvas.area()) != Space::Compact;
        let width = usize::from(body.width.saturating_sub(4)).max(1);
        let mut room = rows(body).skip(usize::from(has_room));
        for (text, role) in
            lines(context).into_iter().filter(|(text, _)| has_room || !text.is_empty())
        {
            for line in wrap(&text, width) {
                let Some(row) = room.next() else { return };
                canvas.write(after(row, 2), &line, role);
            }
        }
    }

    fn status(&self, context: &Context) -> (String, Role) {
        (context.text(Text::StatusUnreachable).to_owned(), Role::Faint)
    }

    fn keys(&self, _: &Context) -> Vec<Action> {
        Self::OFFERS.iter().map(|&(action, _)| action).chain([Action::Help]).collect()
    }
}

fn lines(context: &Context) -> Vec<(String, Role)> {
    let server = &context.setup.server;
    let (head, reason) = match &context.link {
        Link::Ended { reason } => (Text::ServerEnded, Some(reason)),
        Link::Unreachable { reason, .. } if context.setup.here.is_some() => {
            (Text::NoOwnServer, Some(reason))
        }
        Link::Unreachable { reason, .. } => (Text::NoServer, Some(reason)),
        Link::Connecting | Link::Online { .. } | Link::Lost { .. } | Link::None => {
            (Text::NoServer, None)
        }
    };
    let head = context.fill(head, &[("server", server)]);
    let blank = || (String::new(), Role::Text);
    let reason = reason.map(|reason| reason.say(context.language())).unwrap_or_default();
    let mut lines = vec![(head, Role::Heading), (reason, Role::Bad), blank()];
    lines.extend(NoServer::OFFERS.iter().filter_map(|&(action, text)| {
        Some((context.fill(text, &[("key", &context.key(action)?)]), Role::Text))
    }));
    if is_tried_again(context) {
        lines.push(blank());
        let told = context.fill(Text::KeepsTrying, &[("program", &SERVER_PROGRAM)]);
        lines.push((told, Role::Faint));
    }
    lines
}

const fn is_tried_again(context: &Context) -> bool {
    matches!(context.link, Link::Unreachable { .. }) && context.setup.here.is_none()
}
