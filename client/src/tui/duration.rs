//! Lengths of time as a clock shows them.

/// `0:09`, `1:12`, `1:02:03`, from milliseconds; what is begun of a second counts as the second before.
pub(super) fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn hours_are_shown_where_there_are_any() {
        for (ms, shown) in [(0, "0:00"), (9_999, "0:09"), (72_000, "1:12"), (3_723_000, "1:02:03")]
        {
            assert_eq!(clock(ms), shown);
        }
    }
}
