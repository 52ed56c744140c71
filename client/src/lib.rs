//! The client: line mode for scripts, pipes and screen readers.
