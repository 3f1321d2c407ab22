-- The lesson that took its place: a replaced lesson is expired, and kept for a while so that it can be shown.
ALTER TABLE lessons ADD COLUMN superseded_by TEXT;
