-- What a claim falls with is derived anew (`migrate.rs`): a claim that cites a text falls with any fact
-- that the text told, and one that cites a repeat of a fact with the fact.
DELETE FROM claim_mark;
