-- Times are ms since the epoch. A row number is brain * 2^28 + seq, so that a brain's rows lie side by side, in order.

CREATE TABLE model (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,
  sha256 TEXT NOT NULL
) STRICT;

CREATE TABLE accounts (
  name TEXT PRIMARY KEY,
  settings TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES accounts (name),
  hash BLOB NOT NULL,
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('admin', 'agent')),
  core TEXT,
  user TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_by_account ON keys (account, created_at);

CREATE TABLE cores (
  account TEXT NOT NULL REFERENCES accounts (name),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  context TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account, slug)
) STRICT, WITHOUT ROWID;

CREATE TABLE constitutions (
  account TEXT NOT NULL REFERENCES accounts (name),
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  gates TEXT NOT NULL,
  prohibitions TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account, name)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: the number of an erased brain is never given to another. user is '' for the shared brain of a core.
CREATE TABLE brains (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id < 33554432),
  account TEXT NOT NULL REFERENCES accounts (name),
  core TEXT NOT NULL,
  user TEXT NOT NULL,
  next_seq INTEGER NOT NULL DEFAULT 1 CHECK (next_seq <= 268435456),
  turns INTEGER NOT NULL DEFAULT 0,
  memory_size INTEGER NOT NULL DEFAULT 0,
  coherence_sum REAL NOT NULL DEFAULT 0,
  coherence_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  UNIQUE (account, core, user)
) STRICT;

CREATE TABLE packets (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('raw', 'correction')),
  input TEXT NOT NULL,
  answer TEXT NOT NULL,
  confidence REAL NOT NULL,
  unconfirmed_overwrite INTEGER NOT NULL DEFAULT 0,
  session TEXT,
  occurred_at INTEGER,
  created_at INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL
) STRICT;

-- confidence stands here once more, so that a brain is read into memory by one scan of this table alone.
CREATE TABLE packet_embeddings (
  row INTEGER PRIMARY KEY REFERENCES packets (row) ON DELETE CASCADE,
  confidence REAL NOT NULL,
  vector BLOB NOT NULL
) STRICT;

-- What the user said, alone: learning compares packets by it.
CREATE TABLE input_embeddings (
  row INTEGER PRIMARY KEY REFERENCES packets (row) ON DELETE CASCADE,
  vector BLOB NOT NULL
) STRICT;

-- Packets recorded, whose embedding is still to be made.
CREATE TABLE pending_embeddings (
  row INTEGER PRIMARY KEY REFERENCES packets (row) ON DELETE CASCADE
) STRICT;

CREATE TABLE lessons (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  use_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX lessons_by_expiry ON lessons (expires_at);

CREATE TABLE lesson_embeddings (
  row INTEGER PRIMARY KEY REFERENCES lessons (row) ON DELETE CASCADE,
  vector BLOB NOT NULL
) STRICT;

CREATE TABLE lesson_sources (
  lesson_row INTEGER NOT NULL REFERENCES lessons (row) ON DELETE CASCADE,
  packet_id TEXT NOT NULL,
  PRIMARY KEY (lesson_row, packet_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX lesson_sources_by_packet ON lesson_sources (packet_id);

-- One row a turn token, under its SHA-256. What the turn held (input, vector) goes when it is recorded or expires.
CREATE TABLE turns (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  brain INTEGER NOT NULL REFERENCES brains (id),
  input TEXT,
  input_vector BLOB,
  input_tokens INTEGER NOT NULL,
  session TEXT,
  occurred_at INTEGER,
  constitution TEXT NOT NULL,
  source_seqs TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER,
  answer_hash BLOB,
  packet_seq INTEGER
) STRICT;

CREATE INDEX turns_by_brain ON turns (brain);
CREATE INDEX turns_open_by_expiry ON turns (expires_at) WHERE consumed_at IS NULL;
