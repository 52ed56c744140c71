//! Values that are one word of a few.

/// A value with a word for each case.
pub trait Choice: Copy + Sized + 'static {
    /// The words, in the order in which a person steps through them.
    const WORDS: &'static [&'static str];

    /// Returns the word.
    fn word(self) -> &'static str;

    /// Returns the value of a word.
    fn from_word(word: &str) -> Option<Self>;
}

impl Choice for bool {
    const WORDS: &'static [&'static str] = &["true", "false"];

    fn word(self) -> &'static str {
        if self { "true" } else { "false" }
    }

    fn from_word(word: &str) -> Option<Self> {
        match word {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }
}

/// Declares an enum with a word for each variant; the first one is the default.
macro_rules! choices {
    (
        $(#[$doc:meta])*
        $name:ident {
            $(#[$first_doc:meta])* $first:ident $first_word:literal,
            $($(#[$variant_doc:meta])* $variant:ident $word:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $(#[$first_doc])*
            #[default]
            $first,
            $($(#[$variant_doc])* $variant,)*
        }

        impl Choice for $name {
            const WORDS: &'static [&'static str] = &[$first_word, $($word),*];

            fn word(self) -> &'static str {
                match self {
                    Self::$first => $first_word,
                    $(Self::$variant => $word,)*
                }
            }

            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $first_word => Some(Self::$first),
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

pub(super) use choices;
