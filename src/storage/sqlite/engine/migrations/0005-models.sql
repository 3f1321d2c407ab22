-- Data may hold embeddings of several models: a row's `model` is the generation of the model that made it, and nothing
-- compares rows of two generations. What another model than the current one made is made anew in the background.

-- Every model that made some of the data; 1 is the first.
CREATE TABLE models (
  generation INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  sha256 TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO models (generation, id, sha256) SELECT 1, id, sha256 FROM model;

-- The one that embeddings are made with.
ALTER TABLE model ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;

ALTER TABLE packet_embeddings ADD COLUMN model INTEGER NOT NULL DEFAULT 1;
ALTER TABLE lesson_embeddings ADD COLUMN model INTEGER NOT NULL DEFAULT 1;
-- The same as that of the packet's own embedding, once that is made.
ALTER TABLE input_embeddings ADD COLUMN model INTEGER NOT NULL DEFAULT 1;
ALTER TABLE turns ADD COLUMN input_model INTEGER NOT NULL DEFAULT 1;

-- A forgotten rule's text is gone, so that its embedding cannot be made anew: with another model it is known by the hash
-- of its wording. null: it was deleted before that was kept.
ALTER TABLE forgotten_rules ADD COLUMN model INTEGER NOT NULL DEFAULT 1;
ALTER TABLE forgotten_rules ADD COLUMN wording BLOB;

-- What is left of another model is found by a jump, however large the data.
CREATE INDEX packet_embeddings_by_model ON packet_embeddings (model);
CREATE INDEX lesson_embeddings_by_model ON lesson_embeddings (model);
