-- Why claims fell, entry by entry, so that a claim stands again when what made it fall is
-- withdrawn; the aliases of relations; what the review inbox lists.

DROP TABLE claim_mark;
CREATE TABLE claim_mark (
    claim  INTEGER NOT NULL REFERENCES entry,
    -- the entry that took its source away
    cause  INTEGER NOT NULL REFERENCES entry,
    reason TEXT NOT NULL,
    PRIMARY KEY (claim, cause)
) STRICT, WITHOUT ROWID;

-- Derived from the aliases in the counting `relation` entries: other names of a relation.
CREATE TABLE relation_alias (
    space_id INTEGER NOT NULL REFERENCES space,
    alias    TEXT NOT NULL,
    relation TEXT NOT NULL,
    PRIMARY KEY (space_id, alias)
) STRICT, WITHOUT ROWID;

CREATE INDEX entry_held ON entry (space_id) WHERE held = 1;
CREATE INDEX entry_seldom ON entry (space_id, kind) WHERE kind IN ('resolve', 'proposal', 'space');
