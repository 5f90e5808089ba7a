-- Values that were equal, of keys that ever counted for one another, when one of them was forgotten: the
-- lanes of one number. The timelines that they had together are derived alike from then on.
CREATE TABLE alike (
    lane INTEGER NOT NULL,
    kin  INTEGER NOT NULL,
    PRIMARY KEY (lane, kin)
) STRICT, WITHOUT ROWID;
INSERT INTO alike
    SELECT lane, into_lane FROM lane_into WHERE EXISTS (
        SELECT 1 FROM object WHERE object.lane IN (lane_into.lane, into_lane) AND norm IS NULL)
    UNION SELECT into_lane, into_lane FROM lane_into WHERE EXISTS (
        SELECT 1 FROM object WHERE object.lane IN (lane_into.lane, into_lane) AND norm IS NULL);
