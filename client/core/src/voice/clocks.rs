//! Time controls and what clocks show, in words.

use reversi_game::Color;
use reversi_protocol::limits::LAG_MS_PER_MOVE_MAX;
use reversi_protocol::{ClockFace, Clocks, TimeControl};

use crate::say;
use crate::texts::Language;

const SECOND_MS: u64 = 1_000;
const HOUR_MS: u64 = 3_600 * SECOND_MS;
const DAY_MS: u64 = 24 * HOUR_MS;

/// Below this, tenths are shown.
const TENTHS_MS: u64 = 10 * SECOND_MS;

/// `5m+3s`, `30s a move`, `3 days a move`.
pub fn time_control(language: Language, time: TimeControl) -> String {
    match time {
        TimeControl::None => say!(language, TimeNone),
        TimeControl::Correspondence { days } => say!(language, TimeDays, days),
        TimeControl::PerMove { seconds: main_s } => {
            say!(language, TimePerMove, time = TimeControl::SuddenDeath { main_s })
        }
        TimeControl::SuddenDeath { .. }
        | TimeControl::Increment { .. }
        | TimeControl::Delay { .. }
        | TimeControl::Periods { .. } => time.to_string(),
    }
}

/// `0:09.3`, `4:51`, `1:02:03`, `2 d 3 h`: with tenths where little is left, without minutes where there are days.
pub fn time_left(language: Language, ms: u64) -> String {
    let seconds = ms / SECOND_MS;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match ms {
        DAY_MS.. => format!("{} d {} h", hours / 24, hours % 24),
        HOUR_MS.. => format!("{hours}:{minutes:02}:{seconds:02}"),
        TENTHS_MS.. => format!("{minutes}:{seconds:02}"),
        _ => language.decimal(format!("0:0{seconds}.{}", ms / 100 % 10)),
    }
}

/// Returns in how many milliseconds a clock that runs shows something else.
pub const fn next_change_ms(face: &ClockFace) -> u64 {
    let step = match face.ms {
        ..=TENTHS_MS => SECOND_MS / 10,
        DAY_MS.. => HOUR_MS,
        _ => SECOND_MS,
    };
    face.waits_ms + face.ms % step + 1
}

fn face(language: Language, face: &ClockFace) -> String {
    let time = time_left(language, face.ms);
    if face.periods > 0 { say!(language, ClockPeriods, time, count = face.periods) } else { time }
}

/// Tells how much time the players have, both clocks, which of them runs, and what delays on the way are given
/// back.
pub(super) fn clock(
    language: Language,
    time: TimeControl,
    clocks: Option<&Clocks>,
    server_ms: u64,
) -> String {
    if time.is_none() {
        return say!(language, ClockNone);
    }
    let time = say!(language, TimeIs, time = time_control(language, time));
    let Some(clocks) = clocks else { return time };
    let [black, white] = Color::BOTH.map(|color| face(language, &clocks.face(color, server_ms)));
    let shown = say!(language, ClocksAre, black, white);
    let turn = &clocks.turn;
    let runs =
        turn.since_ms.map(|_since| say!(language, ClockRuns, side = language.side(turn.color)));
    let lags = Color::BOTH.map(|color| clocks.of(color).lag_ms);
    let lag = (runs.is_some() && lags != [0, 0]).then(|| {
        let [black, white] = lags.map(|ms| seconds(language, ms));
        say!(language, ClockLag, each = seconds(language, LAG_MS_PER_MOVE_MAX), black, white)
    });
    [Some(time), Some(shown), runs, lag].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn seconds(language: Language, ms: u32) -> String {
    language.decimal((f64::from(ms / 100) / 10.0).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_written_as_people_read_it() {
        for (ms, periods, told) in [
            (291_500, 0, "4:51"),
            (9_960, 0, "0:09.9"),
            (3_723_000, 0, "1:02:03"),
            (2 * DAY_MS + 11_400_000, 0, "2 d 3 h"),
            (25_000, 2, "0:25 and 2 periods"),
            (0, 0, "0:00.0"),
        ] {
            let shown =
                ClockFace { ms, periods, is_in_period: periods > 0, is_running: true, waits_ms: 0 };
            assert_eq!(face(Language::English, &shown), told);
        }
        assert_eq!(time_left(Language::Portuguese, 5_300), "0:05,3");
    }

    #[test]
    fn a_clock_shows_something_else_when_it_says_so_and_not_before() {
        for ms in [900, 9_999, 10_000, 10_001, 61_000, HOUR_MS, DAY_MS, 3 * DAY_MS - 1] {
            let shown =
                ClockFace { ms, periods: 0, is_in_period: false, is_running: true, waits_ms: 0 };
            let next = next_change_ms(&shown);
            assert_eq!(next_change_ms(&ClockFace { waits_ms: 3_000, ..shown }), next + 3_000);
            let [at_first, before, then] =
                [0, next - 1, next].map(|passed| time_left(Language::English, ms - passed));
            assert!(at_first == before && before != then, "{ms}: {at_first}, {before}, {then}");
        }
    }

    #[test]
    fn a_time_control_is_told_by_what_people_know() {
        for (time, english, portuguese) in [
            ("5m+3s", "5m+3s", "5m+3s"),
            ("30s/move", "30s a move", "30s por lance"),
            ("1d", "1 day a move", "1 dia por lance"),
            ("3d", "3 days a move", "3 dias por lance"),
        ] {
            let told = Language::ALL.map(|language| time_control(language, time.parse().unwrap()));
            assert_eq!(told, [english, portuguese]);
        }
    }
}
