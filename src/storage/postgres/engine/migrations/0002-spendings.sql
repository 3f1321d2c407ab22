-- What each node's limits of requests have let through lately, for the limits of the others. Nothing is lost with it.
CREATE UNLOGGED TABLE spendings (
  node text NOT NULL,
  slot integer NOT NULL,
  beat bigint NOT NULL,
  at bigint NOT NULL,
  taken text NOT NULL,
  PRIMARY KEY (node, slot)
);
