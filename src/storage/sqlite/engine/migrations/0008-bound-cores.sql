-- A core has a number of its own, never given again, and a key is bound to that: not to whatever has the name later.
CREATE TABLE new_cores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL REFERENCES accounts (name),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  context TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (account, slug)
) STRICT;

INSERT INTO new_cores (account, slug, name, context, created_at)
SELECT account, slug, name, context, created_at FROM cores ORDER BY created_at, account, slug;

DROP TABLE cores;
ALTER TABLE new_cores RENAME TO cores;

-- null where the key is bound to none, to `default`, which is always there, or to one that is gone. Outlives the core.
ALTER TABLE keys ADD COLUMN core_id INTEGER;
CREATE INDEX keys_by_core ON keys (core_id);

-- A key stays bound where the core of that name is surely the one that it was made for: there before the key, and not
-- deleted since. The times alone do not tell, for an import makes a core with the time that it had elsewhere; data from
-- before the audit has nothing else.
WITH deleted AS MATERIALIZED (
  SELECT target, max(seq) AS seq FROM audit WHERE action = 'core.deleted' GROUP BY target
), issued AS MATERIALIZED (
  SELECT target, max(seq) AS seq FROM audit WHERE action = 'key.issued' GROUP BY target
), bound AS MATERIALIZED (
  SELECT keys.id AS key, cores.id AS core FROM keys
  JOIN cores ON cores.account = keys.account AND cores.slug = keys.core AND cores.created_at <= keys.created_at
  LEFT JOIN deleted ON deleted.target = 'account:' || keys.account || '/core:' || keys.core
  LEFT JOIN issued ON issued.target = 'key:' || keys.id
  WHERE keys.core <> 'default' AND (deleted.seq IS NULL OR deleted.seq < issued.seq)
)
UPDATE keys SET core_id = bound.core FROM bound WHERE bound.key = keys.id;
