//! Instants as people write them.

const SECONDS_PER_DAY: u64 = 86_400;

/// `2026-11-28`, of an instant in milliseconds since 1970, in universal time.
pub fn day(at_ms: u64) -> String {
    let (year, month, day) = civil(at_ms / 1000 / SECONDS_PER_DAY);
    format!("{year:04}-{month:02}-{day:02}")
}

/// `2026-11-28 20:54 UTC`.
pub fn minute(at_ms: u64) -> String {
    let minutes = at_ms / 60_000 % (24 * 60);
    format!("{} {:02}:{:02} UTC", day(at_ms), minutes / 60, minutes % 60)
}

/// Returns year, month and day of a day since 1970, in the Gregorian calendar. Years are counted
/// from March, so that the leap day comes last (H. Hinnant, "chrono-compatible low-level date
/// algorithms", `civil_from_days`).
const fn civil(days: u64) -> (u64, u64, u64) {
    const DAYS_BEFORE_1970: u64 = 719_468;
    const DAYS_PER_ERA: u64 = 146_097;
    let days = days + DAYS_BEFORE_1970;
    let (era, of_era) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year + if month <= 2 { 1 } else { 0 }, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        // Seconds from `date -u -d DATE +%s`.
        for (seconds, date) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (1_795_899_240, "2026-11-28 20:54 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(minute(seconds * 1000), date);
        }
    }
}
