-- The last packet that taught something by itself: above the watermark, a pass is due that does not wait for the night.
ALTER TABLE brains ADD COLUMN taught_through INTEGER NOT NULL DEFAULT 0;

-- A rule about answers in general is near to no question, and belongs in every brief all the same.
ALTER TABLE lessons ADD COLUMN general INTEGER NOT NULL DEFAULT 0;
