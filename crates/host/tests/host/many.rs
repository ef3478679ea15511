//! Many.
