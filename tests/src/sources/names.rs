//! What a path in a module leads to, through imports and re-exports.

use super::Crate;
use super::modules::Name;

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Something that is defined in this module.
    Item(usize),
    /// A module.
    Module(usize),
    /// Something of another crate, by its whole path.
    Elsewhere(Vec<String>),
}

/// How many imports are followed from one to the next.
const IMPORTS_MAX: u32 = 16;

impl Crate {
    /// Returns what a path leads to, if it is a name of anything but a local.
    pub fn resolve(&self, module: usize, path: &[String]) -> Option<Target> {
        self.follow(module, path, IMPORTS_MAX)
    }

    fn follow(&self, module: usize, path: &[String], imports: u32) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let imports = imports.checked_sub(1)?;
        let mut target = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent?),
            "Self" => return None,
            name => match self.look_up(module, name, rest.is_empty(), imports) {
                Some(target) => target,
                None if rest.is_empty() => return None,
                None => return Some(Target::Elsewhere(path.to_vec())),
            },
        };
        while let (Target::Module(module), Some((name, after))) = (&target, rest.split_first()) {
            target = if name == "super" {
                Target::Module(self.modules[*module].parent?)
            } else {
                self.look_up(*module, name, after.is_empty(), imports)?
            };
            rest = after;
        }
        if let Target::Elsewhere(path) = &mut target {
            path.extend_from_slice(rest);
        }
        Some(target)
    }

    /// Looks for a name in a module. A module and a function may have the same; what stands last in a
    /// path is the function.
    fn look_up(&self, module: usize, name: &str, is_last: bool, imports: u32) -> Option<Target> {
        let scope = &self.modules[module];
        let child = scope.children.get(name).map(|child| Target::Module(*child));
        if child.is_some() && !is_last {
            return child;
        }
        match scope.names.get(name) {
            Some(Name::Item) => return Some(Target::Item(module)),
            Some(Name::Import(path)) if path.len() > 1 || path[0] != name => {
                return self.follow(module, path, imports);
            }
            Some(Name::Import(_)) | None => {}
        }
        child.or_else(|| {
            scope.globs.iter().find_map(|glob| match self.follow(module, glob, imports)? {
                Target::Module(other) if other != module => {
                    self.look_up(other, name, is_last, imports.checked_sub(1)?)
                }
                Target::Module(_) | Target::Item(_) | Target::Elsewhere(_) => None,
            })
        })
    }
}
