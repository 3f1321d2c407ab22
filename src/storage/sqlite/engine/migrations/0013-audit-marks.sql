-- The newest backup that was finished, and the key that signs: asked for often, and seldom entered. Without these all of
-- a long audit was read for them.
CREATE INDEX audit_backups ON audit (seq) WHERE action = 'backup.finished';
CREATE INDEX audit_signing_keys ON audit (seq) WHERE action = 'signing_key.used';
