//! Where there is no server: the address that was tried, the command that starts one, and a place to
//! type another.

use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::voice::texts::{Say as _, Text};

use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, rows, wrap};
use crate::tui::component::Screen;
use crate::tui::context::{Context, Link};
use crate::tui::layout::{Rows, Space};
use crate::tui::theme::Role;
use crate::tui::title;

/// The command that starts a server.
const START_SERVER: &str = "cargo run --release";

/// Returns the command that starts a server where this one was looked for, if that is this machine.
fn start_command(server: &ServerUrl) -> String {
    let (_, port) = server.address();
    if server.is_loopback() && port != ServerUrl::PORT_DEFAULT {
        format!("{START_SERVER} -- --listen {}", server.authority())
    } else {
        START_SERVER.to_owned()
    }
}

#[derive(Debug)]
pub struct NoServer;

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
            let is_command = text.starts_with(' ');
            for line in if is_command { vec![text] } else { wrap(&text, width) } {
                let Some(row) = room.next() else { return };
                canvas.write(after(row, 2), &line, role);
            }
        }
    }

    fn status(&self, context: &Context, _: Space) -> (String, Role) {
        (context.text(Text::StatusUnreachable).to_owned(), Role::Faint)
    }

    fn keys(&self, _: &Context) -> Vec<Action> {
        Vec::new()
    }
}

fn lines(context: &Context) -> Vec<(String, Role)> {
    let server = &context.setup.server;
    let (head, reason, then) = match &context.link {
        Link::Ended { reason } => (Text::ServerEnded, Some(reason), Text::TryAnother),
        Link::Unreachable { reason, .. } => (Text::NoServer, Some(reason), Text::KeepsTrying),
        Link::Connecting | Link::Online { .. } | Link::Lost { .. } | Link::None => {
            (Text::NoServer, None, Text::KeepsTrying)
        }
    };
    let blank = || (String::new(), Role::Text);
    let mut lines = vec![
        (context.fill(head, &[("server", server)]), Role::Heading),
        (reason.map(|reason| reason.say(context.language())).unwrap_or_default(), Role::Bad),
        blank(),
    ];
    if matches!(context.link, Link::Unreachable { .. }) {
        lines.extend([
            (context.text(Text::StartOne).to_owned(), Role::Text),
            (format!("    {}", start_command(server)), Role::Key),
            blank(),
        ]);
    }
    lines.push((context.text(then).to_owned(), Role::Text));
    lines
}
