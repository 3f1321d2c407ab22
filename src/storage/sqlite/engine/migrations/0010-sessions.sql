-- The turns of one session, without a look at the brain's others. A row number is brain * 2^28 + seq, and ends each entry.
CREATE INDEX packets_by_session ON packets (row / 268435456, session) WHERE session IS NOT NULL;
