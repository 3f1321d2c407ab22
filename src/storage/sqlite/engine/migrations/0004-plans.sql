-- Plans and payment of accounts, and the turns that each has prepared, by calendar month (UTC).

ALTER TABLE accounts ADD COLUMN plan TEXT NOT NULL DEFAULT 'unlimited';
ALTER TABLE accounts ADD COLUMN past_due INTEGER NOT NULL DEFAULT 0 CHECK (past_due IN (0, 1));

-- month: 2026-03. Pooled over the cores of the account; what is deleted later stays counted.
CREATE TABLE account_turns (
  account TEXT NOT NULL REFERENCES accounts (name),
  month TEXT NOT NULL,
  turns INTEGER NOT NULL,
  PRIMARY KEY (account, month)
) STRICT, WITHOUT ROWID;

-- A user is one sub-brain of the account, in however many cores.
CREATE INDEX brains_by_user ON brains (account, user);
