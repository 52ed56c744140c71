//! The reader of sources finds what it is to find, and nothing where there is nothing.

use std::fs;

use reversi_tests::sources::{Root, Words, Workspace, circles, functions, has_unsafe};

/// Returns the files that stand in circles in a crate with these files, whose first is the root.
fn in_circles(files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = Root { name: "sample".into(), file: files[0].0.into() };
    let workspace =
        Workspace { root: folder.path().to_owned(), packages: Vec::new(), tracked: Vec::new() };
    let found = circles(&workspace.modules(&root));
    let files = found.iter().flat_map(|circle| &circle.files);
    files.map(|file| file.display().to_string()).collect()
}

#[test]
fn two_files_that_name_each_other_are_a_circle() {
    let imports = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "use super::a::A; pub struct B(Option<Box<A>>);"),
    ];
    assert_eq!(in_circles(&imports), ["a.rs", "b.rs"]);
    let in_code = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub fn a() { crate::b::b() }"),
        ("b.rs", "use crate::a; pub fn b() { vec![a::a()]; assert!(matches!(a::a(), ())); }"),
    ];
    assert_eq!(in_circles(&in_code), ["a.rs", "b.rs"]);
}

#[test]
fn what_is_named_through_others_is_where_it_is_defined() {
    let parent = [
        ("lib.rs", "mod parent; pub use parent::*;"),
        (
            "parent/mod.rs",
            "mod child; mod other; pub use child::Child; pub use self::other::Other;",
        ),
        ("parent/child.rs", "use super::Other as It; pub struct Child(It);"),
        ("parent/other.rs", "pub struct Other;"),
    ];
    assert_eq!(in_circles(&parent), [""; 0]);
    let around = [
        ("lib.rs", "mod parent; pub use parent::*;"),
        (
            "parent/mod.rs",
            "mod child; mod other; pub use child::Child; pub use self::other::Other;",
        ),
        ("parent/child.rs", "use super::Other; pub struct Child(Other);"),
        ("parent/other.rs", "use crate::*; pub struct Other; fn f(_: Child) {}"),
    ];
    assert_eq!(in_circles(&around), ["parent/child.rs", "parent/other.rs"]);
}

#[test]
fn tests_make_no_circle() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "pub fn a() {} #[cfg(test)] mod tests { use crate::b::b; #[test] fn t() { b() } }",
        ),
        ("b.rs", "pub fn b() { crate::a::a() }"),
    ];
    assert_eq!(in_circles(&files), [""; 0]);
}

#[test]
fn lengths_words_and_unsafe_are_seen() {
    let text =
        "impl A {\n    /// Undoes.\n    fn undo_it(&self) {\n        let _ = \"undo\";\n    }\n}";
    let found = functions(text);
    assert_eq!((found[0].name.as_str(), found[0].line, found[0].lines), ("undo_it", 3, 3));
    let words = Words::of("enum E { UndoAccepted } const REDO: &str = \"re-do this\";");
    assert!(words.name("undo") && words.name("accepted") && words.name("undo_accepted"));
    assert!(words.name("re_do_this") && !words.name("do") && !words.name("undoaccepted"));
    assert!(has_unsafe("fn f() { unsafe { g() } }") && !has_unsafe("// unsafe\nfn f() {}"));
}
