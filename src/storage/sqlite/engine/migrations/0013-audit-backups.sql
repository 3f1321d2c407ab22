-- The newest backup that was finished is asked for at every reading of the metrics, in an audit of any length.
CREATE INDEX audit_backups ON audit (seq) WHERE action = 'backup.finished';
