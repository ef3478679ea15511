//! What every front end decides alike: workspace, commands and keys, forms,
//! words.
