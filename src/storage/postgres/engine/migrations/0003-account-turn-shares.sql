-- Turns of a month that no plan limits, counted in parts: one row would be held by each of the account's turns in line.
CREATE TABLE account_turn_shares (
  account text NOT NULL,
  month text NOT NULL,
  share integer NOT NULL,
  turns bigint NOT NULL,
  PRIMARY KEY (account, month, share)
);
