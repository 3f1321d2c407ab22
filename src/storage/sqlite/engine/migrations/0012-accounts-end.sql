-- An account may be deleted, and its name given again: what the audit has of the one before is not the new one's to see.
CREATE INDEX audit_accounts_made ON audit (account, seq) WHERE action = 'account.created';

-- The key that takes this one's place: it was rotated, and ends by its expires_at.
ALTER TABLE keys ADD COLUMN replaced_by TEXT;
