-- What the data is known by wherever it is copied to: its directory and its backups say it too. Never changed.
CREATE TABLE data_id (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL
) STRICT;

INSERT INTO data_id (one, id) VALUES (1, lower(hex(randomblob(16))));
