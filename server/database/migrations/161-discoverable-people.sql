-- Since when somebody may be paid by their email address or username; null while they may not, as everybody at first.
ALTER TABLE users ADD COLUMN discoverable_since timestamptz;
