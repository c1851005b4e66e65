-- Which version of the terms a person has agreed to last, and when. Null for who has never been asked for a version.
ALTER TABLE users ADD COLUMN terms_version text;
ALTER TABLE users ADD COLUMN terms_accepted_at timestamptz;
ALTER TABLE users ADD CONSTRAINT users_terms_have_a_time CHECK ((terms_version IS NULL) = (terms_accepted_at IS NULL));
