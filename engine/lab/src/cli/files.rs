//! Files that a command reads or writes, with their names in what goes wrong.

use std::fs::{self, File};
use std::path::Path;

use anyhow::Context;

/// Reads a file by the function that knows its format.
pub(super) fn read<T, E: Into<anyhow::Error>>(
    path: &Path,
    read: impl FnOnce(File) -> Result<T, E>,
) -> anyhow::Result<T> {
    let opened = File::open(path).map_err(Into::into);
    opened
        .and_then(|file| read(file).map_err(Into::into))
        .with_context(|| format!("reading {}", path.display()))
}

/// Writes a file under another name first, so that a cut leaves no half of one.
pub(super) fn write_whole(
    path: &Path,
    write: impl FnOnce(&File) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    let draft = path.with_extension("tmp");
    let written = File::create(&draft).and_then(|file| write(&file));
    written
        .and_then(|()| fs::rename(&draft, path))
        .with_context(|| format!("writing {}", path.display()))
}
