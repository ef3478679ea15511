//! Games of Go in the browser by sending a link.

pub mod wire;
