-- A text is looked for by the first bytes of its digest, and told from others by the whole of it. The
-- digests come in no order: each new one opens another page of the index, so that it should have few.
DROP INDEX episode_by_text;
CREATE INDEX episode_by_text ON episode (substr(norm_sha256, 1, 4));
