//! Files that the full-screen client reads and writes for its user.

use std::fs;
use std::io;
use std::path::Path;

use super::config::{Config, ConfigFile, Problem, Setting, Values};
use crate::replacement;

/// Reads the configuration. One that is not there is empty; one that cannot be read is told.
pub fn read_config(path: &Path) -> (Config, Vec<Problem>, Option<io::Error>) {
    match fs::read_to_string(path) {
        Ok(text) => {
            let (config, problems) = Config::read(&text);
            (config, problems, None)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => (Config::default(), vec![], None),
        Err(error) => (Config::default(), vec![], Some(error)),
    }
}

/// Writes one setting into the configuration, and leaves the rest of it as it is; returns in words
/// why it cannot.
pub(super) fn save_setting(path: &Path, key: &str, value: &str) -> Result<(), String> {
    let told = |error: io::Error| format!("{}: {error}", path.display());
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(told(error)),
    };
    let mut values = Values::default();
    let setting = Setting::find(key).filter(|setting| (setting.set)(&mut values, value).is_some());
    let (Some(setting), Some(mut file)) = (setting, ConfigFile::open(&text)) else {
        return Err(format!("{}: not changed, because it is no TOML", path.display()));
    };
    file.set(setting, &values);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    replacement::replace(path, file.text().as_bytes()).map_err(told)
}
