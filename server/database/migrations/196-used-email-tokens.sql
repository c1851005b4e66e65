-- A link that verified an address is known as used until it would have expired.
ALTER TABLE email_tokens ADD COLUMN used_at timestamptz;
