-- The bytes of this file are being removed, or are gone: nothing may use it any more.
ALTER TABLE files ADD COLUMN is_removed boolean NOT NULL DEFAULT false;
