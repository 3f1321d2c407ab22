-- What the index of words makes of a packet, so that a brain is read into memory without reading its texts again.
-- version: of the analysis; rows of another are made anew from the text. terms: one a line; counts: two bytes a term,
-- how often the input and the answer hold it, 255 at most.
CREATE TABLE packet_terms (
  row INTEGER PRIMARY KEY REFERENCES packets (row) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  language TEXT NOT NULL,
  input_length INTEGER NOT NULL,
  answer_length INTEGER NOT NULL,
  terms TEXT NOT NULL,
  counts BLOB NOT NULL
) STRICT;

-- What the input teaches, read while it is embedded and kept as long as the input: a JSON object.
ALTER TABLE turns ADD COLUMN signals TEXT;
