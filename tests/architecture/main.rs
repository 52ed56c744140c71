//! The laws that the compiler does not know: who may depend on whom, no circles between files, where
//! clocks, chance, files and sockets are touched, sizes, how files begin, and the one place of `unsafe`.
//!
//! A rule may have a table of places that it does not hold for, each with its reason. An entry that
//! nothing needs is a failure too.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod calls;
mod laws;
mod reader;

/// Where a rule does not hold, as the beginning of a place's name, and why.
type Exception = (&'static str, &'static str);

/// Something that breaks a rule.
struct Finding {
    /// A file, relative to the folder of the workspace; a name in it may follow.
    place: String,
    /// What is wrong there.
    what: String,
}

/// Checks that exceptions cover what was found, and that each is needed.
fn check(findings: &[Finding], tables: &[&[Exception]]) {
    let exceptions = tables.concat();
    let covers =
        |(beginning, _): &Exception, finding: &Finding| finding.place.starts_with(beginning);
    let mut wrong: Vec<String> = findings
        .iter()
        .filter(|finding| !exceptions.iter().any(|exception| covers(exception, finding)))
        .map(|finding| format!("{}: {}", finding.place, finding.what))
        .collect();
    let unneeded = exceptions
        .iter()
        .filter(|exception| !findings.iter().any(|finding| covers(exception, finding)))
        .map(|(place, _)| format!("{place}: needs no exception; take it out of the table"));
    wrong.extend(unneeded);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
