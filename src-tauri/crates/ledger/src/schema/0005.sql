-- Where the words of a forgotten text stood goes with the text. The hash of an entry covers that place,
-- so that it cannot be computed again then: what is left of the entry, and its hash, are sealed.
CREATE TABLE sealed_entry (
    seq  INTEGER PRIMARY KEY REFERENCES entry,
    seal BLOB NOT NULL
) STRICT;
DROP TRIGGER evidence_is_final;
CREATE TRIGGER evidence_is_final BEFORE UPDATE ON evidence
WHEN NOT (new.seq = old.seq AND new.episode = old.episode AND new.span_from IS NULL AND new.span_to IS NULL
    AND NOT EXISTS (SELECT 1 FROM episode_text WHERE episode_text.seq = old.episode))
BEGIN SELECT RAISE(ABORT, 'the log is append-only: evidence is never changed'); END;

-- A list of three kinds would be put into a table of its own for every entry that is added.
DROP INDEX entry_seldom;
CREATE INDEX entry_seldom ON entry (space_id, kind) WHERE kind = 'resolve' OR kind = 'proposal' OR kind = 'space';

-- Vectors lie in a tree by number, so that only its leaves hold bytes: a tree that holds a vector in
-- each of its forks has few of them, and is nine pages deep at a million. The number is the model's,
-- times 2^40, and the text's.
CREATE TABLE vector_model (
    model_id INTEGER PRIMARY KEY,
    model    TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO vector_model (model) SELECT DISTINCT model FROM vector ORDER BY model;
CREATE TABLE vector_at (
    place INTEGER PRIMARY KEY,
    seq   INTEGER AS (place & 1099511627775) VIRTUAL,
    bytes BLOB NOT NULL
) STRICT;
INSERT INTO vector_at (place, bytes)
    SELECT (model_id << 40) + seq, bytes FROM vector_model CROSS JOIN vector USING (model) ORDER BY model_id, seq;
DROP TABLE vector;
ALTER TABLE vector_at RENAME TO vector;
