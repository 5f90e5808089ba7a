//! Tests across crates stand beside this file.
