-- Has its confirmations, and is not credited until an operator has looked. Of no meaning once the deposit has ended.
ALTER TABLE deposits ADD COLUMN under_review boolean NOT NULL DEFAULT false;
