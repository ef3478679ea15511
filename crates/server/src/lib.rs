//! Games of Go in the browser by sending a link.

pub mod id;
pub mod room;
pub mod store;
pub mod wire;
