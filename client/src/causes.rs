//! An error with what caused it, as one line.

/// Joins what an error and its causes say, but for what was said already: many an error's own
/// words hold those of its cause.
///
/// ```
/// use anyhow::{Context as _, anyhow};
///
/// let refused = anyhow!("no server at 127.0.0.1:1: refused");
/// assert_eq!(reversi_client::causes(&refused), "no server at 127.0.0.1:1: refused");
/// let file = Err::<(), _>(anyhow!("not found")).context("reading game.ggf").unwrap_err();
/// assert_eq!(reversi_client::causes(&file), "reading game.ggf: not found");
/// let twice = Err::<(), _>(anyhow!("not found")).context("game.ggf: not found").unwrap_err();
/// assert_eq!(reversi_client::causes(&twice), "game.ggf: not found");
/// ```
pub fn causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |said, cause| {
        if said.is_empty() {
            cause
        } else if said.contains(&cause) {
            said
        } else {
            format!("{said}: {cause}")
        }
    })
}
