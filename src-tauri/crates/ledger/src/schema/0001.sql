-- The log is the only truth: genesis, entry, episode, evidence and the texts they point at.
-- Everything below the line "derived" can be dropped and rebuilt from it.

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- Lines that hold from the beginning (header, relations without a system time); the root of the
-- hash chain is made of them.
CREATE TABLE genesis (
    place INTEGER PRIMARY KEY,
    line  TEXT NOT NULL
) STRICT;

CREATE TABLE space (
    space_id   INTEGER PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    timezone   TEXT NOT NULL,
    locale     TEXT NOT NULL,
    week_start TEXT NOT NULL
) STRICT;

CREATE TABLE key (
    key_id    INTEGER PRIMARY KEY,
    space_id  INTEGER NOT NULL REFERENCES space,
    -- normalised
    subject   TEXT NOT NULL,
    relation  TEXT NOT NULL,
    scope     TEXT NOT NULL,
    -- as first told
    shown_subject  TEXT NOT NULL,
    shown_relation TEXT NOT NULL,
    shown_scope    TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX key_by_name ON key (space_id, subject, relation, scope);
CREATE INDEX key_by_relation ON key (space_id, relation);

-- A value as told to a key. `lane` is the first row of the key with the same normalised value.
CREATE TABLE object (
    object_id INTEGER PRIMARY KEY,
    key_id    INTEGER NOT NULL REFERENCES key,
    lane      INTEGER NOT NULL,
    -- the salted digest that the log's hashes hold
    digest    BLOB NOT NULL,
    -- null once forgotten
    norm      TEXT,
    shown     TEXT,
    salt      BLOB
) STRICT;
CREATE INDEX object_by_norm ON object (key_id, norm);

CREATE TABLE entry (
    seq          INTEGER PRIMARY KEY,
    space_id     INTEGER NOT NULL REFERENCES space,
    id           TEXT NOT NULL,
    kind         TEXT NOT NULL,
    recorded_at  INTEGER NOT NULL,
    key_id       INTEGER REFERENCES key,
    object_id    INTEGER REFERENCES object,
    -- the object's lane, repeated for the index
    lane         INTEGER,
    -- valid_from of an assert, at of an end or a confirm, the chosen assert's of a resolve
    change_point INTEGER,
    valid_to     INTEGER,
    is_window    INTEGER NOT NULL DEFAULT 0,
    source       TEXT,
    precision    TEXT,
    confidence   REAL,
    authority    TEXT,
    -- void: what it voids; resolve: what it chooses
    target       INTEGER,
    batch        INTEGER,
    -- held entries do not count until a resolve accepts them
    held         INTEGER NOT NULL DEFAULT 0,
    -- canonical JSON of the kinds that have no key (relation, alias, batch, claim, forget, space)
    payload      TEXT,
    hash         BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX entry_by_id ON entry (id);
CREATE INDEX entry_by_key ON entry (key_id, change_point) WHERE key_id IS NOT NULL;
CREATE INDEX entry_by_lane ON entry (lane, change_point) WHERE lane IS NOT NULL;
CREATE INDEX entry_by_target ON entry (target) WHERE target IS NOT NULL;
CREATE INDEX entry_by_batch ON entry (batch) WHERE batch IS NOT NULL;

-- The few entries that say what names and relations are.
CREATE INDEX entry_of_names ON entry (space_id, kind) WHERE kind IN ('alias', 'relation');

CREATE TABLE episode (
    seq         INTEGER PRIMARY KEY REFERENCES entry,
    kind        TEXT NOT NULL,
    author      TEXT,
    locator     TEXT,
    occurred_at INTEGER NOT NULL,
    importance  REAL,
    sha256      BLOB NOT NULL,
    -- of the normalised text: a verbatim return is recognised by it
    norm_sha256 BLOB NOT NULL,
    -- the salted digest that the log's hashes hold
    digest      BLOB NOT NULL
) STRICT;
CREATE INDEX episode_by_text ON episode (norm_sha256);

-- Apart from the episode, so that forgetting can take it.
CREATE TABLE episode_text (
    seq  INTEGER PRIMARY KEY REFERENCES episode,
    text TEXT NOT NULL,
    salt BLOB NOT NULL
) STRICT;

CREATE TABLE evidence (
    seq       INTEGER NOT NULL REFERENCES entry,
    episode   INTEGER NOT NULL REFERENCES episode,
    span_from INTEGER,
    span_to   INTEGER,
    PRIMARY KEY (seq, episode)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_episode ON evidence (episode);

CREATE TRIGGER entry_is_final BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an entry is never changed'); END;
CREATE TRIGGER entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an entry is never deleted'); END;
CREATE TRIGGER entry_is_new BEFORE INSERT ON entry
WHEN EXISTS (SELECT 1 FROM entry WHERE seq = new.seq OR id = new.id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: this entry exists'); END;
CREATE TRIGGER episode_is_final BEFORE UPDATE ON episode
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an episode is never changed'); END;
CREATE TRIGGER episode_stays BEFORE DELETE ON episode
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an episode is never deleted'); END;
CREATE TRIGGER evidence_is_final BEFORE UPDATE ON evidence
BEGIN SELECT RAISE(ABORT, 'the log is append-only: evidence is never changed'); END;
CREATE TRIGGER evidence_stays BEFORE DELETE ON evidence
BEGIN SELECT RAISE(ABORT, 'the log is append-only: evidence is never deleted'); END;
CREATE TRIGGER genesis_is_final BEFORE UPDATE ON genesis
BEGIN SELECT RAISE(ABORT, 'the log is append-only: its beginning is never changed'); END;
CREATE TRIGGER genesis_stays BEFORE DELETE ON genesis
BEGIN SELECT RAISE(ABORT, 'the log is append-only: its beginning is never deleted'); END;

-- derived ------------------------------------------------------------------------------------

-- The registry as it stands now: the last counting `relation` entry of each name.
CREATE TABLE relation (
    space_id       INTEGER NOT NULL REFERENCES space,
    name           TEXT NOT NULL,
    cardinality    TEXT NOT NULL,
    half_life_days INTEGER,
    on_conflict    TEXT NOT NULL,
    importance     REAL,
    PRIMARY KEY (space_id, name)
) STRICT, WITHOUT ROWID;

-- Entries that do not count now: voided, of a withdrawn batch, held.
CREATE TABLE discounted (
    seq INTEGER PRIMARY KEY
) STRICT;

-- Where the entries of an aliased key count, and where its values do.
CREATE TABLE key_into (
    key_id   INTEGER PRIMARY KEY REFERENCES key,
    into_key INTEGER NOT NULL REFERENCES key
) STRICT;
CREATE INDEX key_guests ON key_into (into_key);
CREATE TABLE lane_into (
    lane      INTEGER PRIMARY KEY,
    into_lane INTEGER NOT NULL
) STRICT;
CREATE INDEX lane_guests ON lane_into (into_lane);

-- What claims rest on, and which of them fell with it.
CREATE TABLE claim_source (
    claim  INTEGER NOT NULL REFERENCES entry,
    source INTEGER NOT NULL REFERENCES entry,
    PRIMARY KEY (claim, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_on ON claim_source (source);
CREATE TABLE claim_mark (
    claim  INTEGER PRIMARY KEY REFERENCES entry,
    reason TEXT NOT NULL,
    since  INTEGER NOT NULL
) STRICT;

CREATE TABLE version (
    version_id    INTEGER PRIMARY KEY,
    key_id        INTEGER NOT NULL REFERENCES key,
    lane          INTEGER NOT NULL,
    valid_from    INTEGER,
    valid_to      INTEGER,
    sys_from      INTEGER NOT NULL,
    sys_to        INTEGER,
    asserted_by   INTEGER NOT NULL REFERENCES entry,
    superseded_by INTEGER REFERENCES entry,
    closing_rule  TEXT
) STRICT;
CREATE INDEX version_now ON version (key_id, valid_from) WHERE sys_to IS NULL;
CREATE INDEX version_lane ON version (lane, valid_from) WHERE sys_to IS NULL;
CREATE INDEX version_then ON version (key_id, valid_from) WHERE sys_to IS NOT NULL;
CREATE TRIGGER version_only_closes BEFORE UPDATE ON version
WHEN old.sys_to IS NOT NULL OR new.sys_to IS NULL OR new.version_id <> old.version_id
  OR new.key_id <> old.key_id OR new.lane <> old.lane OR new.valid_from IS NOT old.valid_from
  OR new.valid_to IS NOT old.valid_to OR new.sys_from <> old.sys_from
  OR new.asserted_by <> old.asserted_by OR new.superseded_by IS NOT old.superseded_by
  OR new.closing_rule IS NOT old.closing_rule
BEGIN SELECT RAISE(ABORT, 'a version is never changed, only closed once'); END;

CREATE VIRTUAL TABLE episode_words USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- Episodes that wait for their vector.
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY REFERENCES episode
) STRICT;

CREATE TABLE vector (
    seq   INTEGER NOT NULL REFERENCES episode,
    model TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (model, seq)
) STRICT, WITHOUT ROWID;
