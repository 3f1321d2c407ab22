-- What the operator and the admin keys did: one row an action, each bound to the one before by its hash. Nothing is ever
-- changed or taken away here. What the hash goes over is said in src/domain/audit.ts.
CREATE TABLE audit (
  -- 1, 2, 3 … without gaps; AUTOINCREMENT remembers the highest, so that a tail cut off is noticed.
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  account TEXT NOT NULL,
  -- A key's id, `shell` or `service`.
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  details TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE INDEX audit_by_account ON audit (account, seq);
-- Which key signs receipts from when on.
CREATE INDEX audit_signing_keys ON audit (seq) WHERE action = 'signing_key.used';

-- The data's own id, made here once: the chain begins with it.
CREATE TABLE audit_origin (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL
) STRICT;

INSERT INTO audit_origin (one, id) VALUES (1, lower(hex(randomblob(16))));

CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;

CREATE TRIGGER audit_keeps_values BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;

-- Also what would take the place of another row, for which SQLite asks no DELETE trigger.
CREATE TRIGGER audit_appends BEFORE INSERT ON audit
WHEN new.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit)
BEGIN SELECT raise(ABORT, 'the audit is append-only'); END;

CREATE TRIGGER audit_origin_stays BEFORE UPDATE ON audit_origin
BEGIN SELECT raise(ABORT, 'the id of the data never changes'); END;

CREATE TRIGGER audit_origin_remains BEFORE DELETE ON audit_origin
BEGIN SELECT raise(ABORT, 'the id of the data never changes'); END;
