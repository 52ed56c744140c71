//! How strong somebody plays, by their own word.

use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::Input;
use reversi_protocol::{Command, RefusalCode, RoleWish};

use super::stage::Stage;
use crate::common::sessions;

fn say(stage: &mut Stage, line: &str) {
    stage.press(":");
    stage.feed(Input::Paste(line.to_owned()));
    stage.press("enter");
}

#[test]
fn it_is_said_wherever_an_opponent_is_looked_for_and_kept() {
    let mut stage = Stage::lobby(&[("strength", "3")]);
    let with = |level| {
        move |command: &Command| match command {
            Command::Join { strength, .. } | Command::Pair { strength, .. } => *strength == level,
            _ => false,
        }
    };
    say(&mut stage, "join K7QP");
    let join = stage.take(with("3".parse().ok()));
    // Where the seat is for others, the room can be watched.
    stage.hear(sessions::refused(join.id, RefusalCode::OtherStrength));
    assert!(stage.shows("The open seat of K7QP is for players of another strength"));
    stage.wait_ms(1_000);
    stage.press("w");
    stage.take(|command| matches!(command, Command::Join { role: RoleWish::Spectator, .. }));
    say(&mut stage, "strength 7");
    let kept = stage.effects.iter().any(
        |effect| matches!(effect, Effect::SaveSetting { key: "strength", value, .. } if value == "7"),
    );
    assert!(kept, "{:?}", stage.effects);
    say(&mut stage, "pair 3d");
    stage.take(with("7".parse().ok()));
    say(&mut stage, "strength off");
    say(&mut stage, "pair 3d strength=2");
    stage.take(with("2".parse().ok()));
    say(&mut stage, "pair 3d");
    stage.take(with(None));
}
