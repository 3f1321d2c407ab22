-- An id is one brain's own. While it was one of all the data, whoever imported a file learned from the refusal whether
-- another account held something of that id.
CREATE TABLE new_packets (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('raw', 'correction')),
  input TEXT NOT NULL,
  answer TEXT NOT NULL,
  confidence REAL NOT NULL,
  unconfirmed_overwrite INTEGER NOT NULL DEFAULT 0,
  session TEXT,
  occurred_at INTEGER,
  created_at INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  cues TEXT NOT NULL DEFAULT '[]'
) STRICT;

INSERT INTO new_packets
SELECT row, id, kind, input, answer, confidence, unconfirmed_overwrite, session, occurred_at, created_at, input_tokens,
  cues
FROM packets ORDER BY row;

DROP TABLE packets;
ALTER TABLE new_packets RENAME TO packets;
-- A row number is brain * 2^28 + seq.
CREATE UNIQUE INDEX packets_by_id ON packets (id, row / 268435456);

CREATE TABLE new_lessons (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  use_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  llm_cost REAL
) STRICT;

INSERT INTO new_lessons SELECT row, id, text, use_count, created_at, expires_at, llm_cost FROM lessons ORDER BY row;

DROP TABLE lessons;
ALTER TABLE new_lessons RENAME TO lessons;
CREATE UNIQUE INDEX lessons_by_id ON lessons (id, row / 268435456);
CREATE INDEX lessons_by_expiry ON lessons (expires_at);
