//! Files of a crate that name each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::{Crate, Target, mentions};

/// Files each of which leads to all others.
#[derive(Debug)]
pub struct Circle {
    /// The files, relative to the folder of the workspace.
    pub files: Vec<PathBuf>,
    /// For each file of the circle that is named by another, one place, such as
    /// `a.rs:12 names b::Item`.
    pub places: Vec<String>,
}

/// Returns the circles between the files of a crate. A file leads to those in which what it names is
/// defined; modules on the way and re-exports do not count.
pub fn circles(source: &Crate) -> Vec<Circle> {
    let mut edges: Vec<BTreeMap<usize, String>> = vec![BTreeMap::new(); source.files.len()];
    for mention in mentions(source) {
        let from = source.modules[mention.module].file;
        let Some(Target::Item(module)) = source.resolve(mention.module, &mention.path) else {
            continue;
        };
        let to = source.modules[module].file;
        if from != to {
            let place = || {
                let path = mention.path.join("::");
                format!("{}:{} names {path}", source.files[from].display(), mention.line)
            };
            edges[from].entry(to).or_insert_with(place);
        }
    }
    let reached: Vec<BTreeSet<usize>> = (0..edges.len()).map(|file| reach(&edges, file)).collect();
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for file in 0..edges.len() {
        if !reached[file].contains(&file) || !seen.insert(file) {
            continue;
        }
        let others = reached[file].iter().copied().filter(|other| reached[*other].contains(&file));
        let members: BTreeSet<usize> = others.collect();
        seen.extend(&members);
        circles.push(Circle {
            files: members.iter().map(|file| source.files[*file].clone()).collect(),
            places: members
                .iter()
                .flat_map(|from| edges[*from].iter())
                .filter(|(to, _)| members.contains(to))
                .map(|(to, place)| format!("{place} ({})", source.files[*to].display()))
                .collect(),
        });
    }
    circles
}

/// Returns the files that a file leads to, itself if it stands in a circle.
fn reach(edges: &[BTreeMap<usize, String>], file: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        open.extend(edges[file].keys().filter(|to| reached.insert(**to)));
    }
    reached
}
