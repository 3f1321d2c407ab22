-- The last packet that taught something by itself: above the watermark, a pass is due that does not wait for the night.
ALTER TABLE brains ADD COLUMN taught_through INTEGER NOT NULL DEFAULT 0;
