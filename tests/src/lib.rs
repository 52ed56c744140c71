//! Support for end-to-end tests against the real binaries.
