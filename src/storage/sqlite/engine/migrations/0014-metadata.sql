-- What a caller attaches to a memory, as JSON; and each field of it by name and value, so that a filter reads what it finds.
-- A row number is brain * 2^28 + seq: of one brain the entries of a field and value stand together, in order.
ALTER TABLE packets ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE turns ADD COLUMN metadata TEXT;

CREATE TABLE packet_metadata (
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  row INTEGER NOT NULL REFERENCES packets (row) ON DELETE CASCADE,
  PRIMARY KEY (name, value, row)
) STRICT, WITHOUT ROWID;

CREATE INDEX packet_metadata_by_row ON packet_metadata (row);

-- Lasting preferences, for the profile.
CREATE INDEX packets_preferred ON packets (row) WHERE instr(cues, '"lasting-preference"') > 0;
