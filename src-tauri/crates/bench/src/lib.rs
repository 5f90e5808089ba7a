//! See `assets/docs/architecture.md`.
