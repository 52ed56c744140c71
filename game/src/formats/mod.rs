//! Reading and writing games in the forms that people keep them in. Works on bytes in memory;
//! where they come from and go to is the caller's business.

pub mod wthor;
