//! The `memstrata` command.
fn main() {}
