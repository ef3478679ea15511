//! Every time system.
