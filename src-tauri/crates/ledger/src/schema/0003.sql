-- Fewer and smaller trees: every write pays for each of them.

-- One index of the entries of a key, which tells their lanes too, in place of one by key and one by
-- lane.
DROP INDEX entry_by_key;
DROP INDEX entry_by_lane;
CREATE INDEX entry_by_key ON entry (key_id, change_point, lane) WHERE key_id IS NOT NULL;

-- One index of the versions of a key, those believed now apart from those before, in place of three.
-- Closing a version moves it within one tree.
ALTER TABLE version ADD COLUMN stands INTEGER AS (sys_to IS NULL) VIRTUAL;
DROP INDEX version_now;
DROP INDEX version_lane;
DROP INDEX version_then;
CREATE INDEX version_by_key ON version (key_id, stands, valid_from, lane);

-- An id that was made for an entry tells its system time, and is found by it. Only others, which
-- were given, have an index; the program tells which those are among the entries of before.
ALTER TABLE entry ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
DROP INDEX entry_by_id;
CREATE UNIQUE INDEX entry_by_id ON entry (id) WHERE named = 1;
DROP TRIGGER entry_is_new;
CREATE TRIGGER entry_is_new BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE seq = new.seq)
  OR EXISTS (SELECT 1 FROM entry WHERE named = 1 AND id = new.id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: this entry exists'); END;
