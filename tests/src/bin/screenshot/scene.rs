//! What the pictures show, and where they go.

/// Where the README looks for its pictures.
pub(crate) const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");

/// A game between bots: level 9 plays Black, and White to the middle; from there level 6 plays White.
pub(crate) const MOVES: [&str; 60] = [
    "f5", "d6", "c4", "d3", "c3", "f4", "c5", "b3", "c2", "e3", "d2", "c6", "b4", "a4", "b5", "b6",
    "g4", "e2", "a3", "a2", "d7", "e7", "c7", "e8", "d8", "e1", "d1", "f6", "e6", "f7", "f1", "f3",
    "f2", "h4", "a6", "b1", "g3", "h3", "a5", "c1", "g6", "g5", "a1", "b2", "h6", "c8", "h5", "g2",
    "h2", "h1", "g1", "h7", "g7", "a7", "g8", "f8", "b8", "b7", "a8", "h8",
];

/// Moves after which the pictures of the middle are taken.
pub(crate) const MIDDLE: usize = 22;
