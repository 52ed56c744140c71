//! Values that are written as their text.

/// Reads a type from its text by `FromStr`, and writes it by `Display`, where serde asks for a `String`.
macro_rules! written_as_text {
    ($name:ident, $error:ty) => {
        impl TryFrom<String> for $name {
            type Error = $error;

            fn try_from(text: String) -> Result<Self, $error> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.to_string()
            }
        }
    };
}

pub(crate) use written_as_text;
