//! Files that are replaced as a whole, so that neither a full disk nor a kill costs the old one.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Who may read a file that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Whoever the user's mask lets.
    Usual,
    Owner,
}

/// Replaces what a file holds, in one step, or makes the file. A link stays one: what it names is
/// replaced. A file that was there keeps its readers.
///
/// # Errors
/// Those of the system, and one for what is there and no file, such as a folder. Nothing has
/// changed then.
pub(crate) fn replace(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let path = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(error),
    };
    let old = match fs::metadata(&path) {
        Ok(old) if old.is_file() => Some(old.permissions()),
        Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    // Without this it is for its owner; with it, for whom the user's mask lets, as any new file.
    #[cfg(unix)]
    if readers == Readers::Usual {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    if let Some(permissions) = old {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_but_the_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a.new"), "another file").unwrap();
        for content in ["one", "two"] {
            replace(&at("a"), content.as_bytes(), Readers::Usual).unwrap();
            assert_eq!(fs::read_to_string(at("a")).unwrap(), content);
        }
        assert_eq!(fs::read_to_string(at("a.new")).unwrap(), "another file");
        fs::create_dir(at("folder")).unwrap();
        assert_eq!(
            replace(&at("folder"), b"", Readers::Usual).unwrap_err().to_string(),
            "it is no regular file"
        );
        assert!(replace(&at("nowhere/a"), b"", Readers::Usual).is_err());
        assert_eq!(names(folder.path()), ["a", "a.new", "folder"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::fs::Permissions;
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "old").unwrap();
        fs::set_permissions(at("a"), Permissions::from_mode(0o666)).unwrap();
        symlink("a", at("link")).unwrap();
        replace(&at("link"), b"new", Readers::Usual).unwrap();
        assert!(at("link").is_symlink());
        assert_eq!(fs::read_to_string(at("a")).unwrap(), "new");
        assert_eq!(fs::metadata(at("a")).unwrap().permissions().mode() & 0o777, 0o666);
        assert!(
            replace(Path::new("/dev/null"), b"", Readers::Usual).is_err(),
            "a device is no file"
        );
    }
}
