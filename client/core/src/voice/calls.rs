//! Who invites whom to a game by name, and what becomes of it.

use reversi_protocol::{InvitationEnd, Invited, PlayerName, TimeControl};

use super::clocks::time_control;
use super::games::opening;
use crate::report::Report;
use crate::say;
use crate::texts::{Language, Text};

/// Tells an invitation that keys answer.
pub fn call(language: Language, invited: &Invited) -> String {
    asked(language, invited, [Text::CallCame, Text::CallPickScreen])
}

/// Asks by the first text, or by the second whoever picks the side.
fn asked(language: Language, invited: &Invited, [sided, picked]: [Text; 2]) -> String {
    let Invited { room, by, color, rules, .. } = invited;
    let may_pick = invited.may_pick_side();
    let color = (!may_pick).then(|| language.color(*color).to_owned());
    let time = Some(rules.time).filter(|time| *time != TimeControl::None);
    let time = time.map(|time| time_control(language, time));
    let start = rules.opening.map(|it| opening(language, it));
    let game = [color, time, start].into_iter().flatten().collect::<Vec<_>>().join("; ");
    let text = if may_pick { picked } else { sided };
    language.fill(text, &[("by", by), ("room", room), ("game", &game)])
}

/// Tells what is reported of an invitation.
pub fn told_call(language: Language, report: &Report) -> Option<String> {
    if let Report::Calling { room, name } = report {
        Some(say!(language, CallMade, name, room))
    } else if let Report::Invited { invited } = report {
        Some(asked(language, invited, [Text::CallCameLine, Text::CallPickLine]))
    } else if let Report::InvitationOver { name, by, why, .. } = report {
        Some(call_over(language, name, by.as_ref(), *why))
    } else {
        None
    }
}

/// Tells why an invitation stands no longer, to whoever made it or to whoever was invited by somebody.
fn call_over(
    language: Language,
    name: &PlayerName,
    by: Option<&PlayerName>,
    why: InvitationEnd,
) -> String {
    match (by, why) {
        (None, InvitationEnd::Declined) => say!(language, CallDeclined, name),
        (None, InvitationEnd::Expired) => say!(language, CallUnanswered, name),
        (None, InvitationEnd::Gone | InvitationEnd::Withdrawn | InvitationEnd::Unknown) => {
            say!(language, CallGone, name)
        }
        (Some(by), InvitationEnd::Declined) => say!(language, CallOwnDeclined, by),
        (
            Some(by),
            InvitationEnd::Expired
            | InvitationEnd::Gone
            | InvitationEnd::Withdrawn
            | InvitationEnd::Unknown,
        ) => say!(language, CallOver, by),
    }
}
