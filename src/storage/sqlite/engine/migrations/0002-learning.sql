-- What turns teach: cues, self-attributes, passes and plans of learning, rules that were deleted for good.

-- Which detectors fired, as a JSON array of cue names.
ALTER TABLE packets ADD COLUMN cues TEXT NOT NULL DEFAULT '[]';

-- The last packet that a learning pass has scanned; it never moves back.
ALTER TABLE brains ADD COLUMN learned_through INTEGER NOT NULL DEFAULT 0;
-- Grows with every change of the brain's self-attributes, so that a decision made on old ones is noticed.
ALTER TABLE brains ADD COLUMN attributes_version INTEGER NOT NULL DEFAULT 0;

-- What distilling the rule cost; null for a rule added by hand.
ALTER TABLE lessons ADD COLUMN llm_cost REAL;

-- The confirmed value of each attribute, with the packet that states it.
CREATE TABLE self_attributes (
  brain INTEGER NOT NULL REFERENCES brains (id),
  attribute TEXT NOT NULL CHECK (attribute IN ('name', 'occupation')),
  value TEXT NOT NULL,
  packet_row INTEGER NOT NULL REFERENCES packets (row) ON DELETE CASCADE,
  PRIMARY KEY (brain, attribute)
) STRICT, WITHOUT ROWID;

CREATE INDEX self_attributes_by_packet ON self_attributes (packet_row);

-- Values that differ from the confirmed one, each stated once so far.
CREATE TABLE attribute_claims (
  packet_row INTEGER NOT NULL REFERENCES packets (row) ON DELETE CASCADE,
  brain INTEGER NOT NULL REFERENCES brains (id),
  attribute TEXT NOT NULL CHECK (attribute IN ('name', 'occupation')),
  value TEXT NOT NULL,
  PRIMARY KEY (packet_row, attribute)
) STRICT, WITHOUT ROWID;

CREATE INDEX attribute_claims_by_brain ON attribute_claims (brain);

-- The meaning of rules that were deleted: no later pass brings them back. Row: brain * 2^28 + seq.
CREATE TABLE forgotten_rules (
  row INTEGER PRIMARY KEY,
  vector BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE learning_passes (
  id INTEGER PRIMARY KEY,
  brain INTEGER NOT NULL REFERENCES brains (id),
  distiller TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ok', 'partial', 'failed')),
  packets_scanned INTEGER NOT NULL,
  clusters INTEGER NOT NULL,
  lessons_created INTEGER NOT NULL,
  skipped INTEGER NOT NULL,
  write_failed INTEGER NOT NULL,
  llm_cost REAL NOT NULL,
  error TEXT,
  finished_at INTEGER NOT NULL
) STRICT;

CREATE INDEX learning_passes_by_brain ON learning_passes (brain, id);

-- A plan handed to a caller: packets after `after` up to `through` were scanned for it.
CREATE TABLE synthesis_plans (
  id INTEGER PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  brain INTEGER NOT NULL REFERENCES brains (id),
  after INTEGER NOT NULL,
  through INTEGER NOT NULL,
  packets_scanned INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Recorded, or overtaken by another pass over the same packets.
  consumed_at INTEGER
) STRICT;

CREATE INDEX synthesis_plans_by_brain ON synthesis_plans (brain);

CREATE TABLE synthesis_clusters (
  plan INTEGER NOT NULL REFERENCES synthesis_plans (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  seqs TEXT NOT NULL,
  prompt TEXT NOT NULL,
  PRIMARY KEY (plan, id)
) STRICT, WITHOUT ROWID;
