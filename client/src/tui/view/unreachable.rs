//! Where there is no server: the address that was tried, the command that starts one, and a place to
//! type another.

use super::layout::{Room, Rows};
use super::pen::{Pen, after, columns, rows, wrap};
use super::title;
use crate::tui::model::{Link, Model};
use crate::tui::theme::Role;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::voice::texts::Text;

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

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model) {
    let lines = Rows::of(pen.area());
    title::draw(pen, model, lines.title, &[]);
    let body = lines.body;
    let width = usize::from(body.width.saturating_sub(4)).max(1);
    let server = &model.setup.server;
    let (head, reason, then) = match &model.link {
        Link::Ended { reason } => (Text::ServerEnded, reason.as_str(), Text::TryAnother),
        Link::Unreachable { reason, .. } => (Text::NoServer, reason.as_str(), Text::KeepsTrying),
        Link::Connecting | Link::Online { .. } | Link::Lost { .. } | Link::None => {
            (Text::NoServer, "", Text::KeepsTrying)
        }
    };
    let fill = |text| pen.look.language.fill(text, &[("server", server)]);
    let mut parts = vec![
        (fill(head), Role::Heading),
        (reason.to_owned(), Role::Bad),
        (String::new(), Role::Text),
    ];
    if matches!(model.link, Link::Unreachable { .. }) {
        parts.push((pen.look.text(Text::StartOne).to_owned(), Role::Text));
        parts.push((format!("    {}", start_command(server)), Role::Key));
        parts.push((String::new(), Role::Text));
    }
    parts.push((pen.look.text(then).to_owned(), Role::Text));
    let has_room = Room::of(pen.area()) != Room::Compact;
    parts.retain(|(text, _)| has_room || !text.is_empty());
    let wrapped = parts.into_iter().flat_map(|(text, role)| {
        let is_command = columns(&text) > 0 && text.starts_with(' ');
        let lines = if is_command { vec![text] } else { wrap(&text, width) };
        lines.into_iter().map(move |line| (line, role)).collect::<Vec<_>>()
    });
    let room = rows(body).skip(usize::from(has_room));
    for (row, (line, role)) in room.zip(wrapped.collect::<Vec<_>>()) {
        pen.write(after(row, 2), &line, role);
    }
}
