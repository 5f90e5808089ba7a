-- What no hash of the log covers has a digest of its own, which `verify` computes again: how the names of
-- a key are written, and vectors. Rows of before are given theirs by the program (`migrate.rs`).
ALTER TABLE key ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE vector ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
