-- Addresses that people saved (decision 115). Written with their checksum; token null for any. Removed ones can be put back for a day.
CREATE TABLE saved_addresses (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  label text NOT NULL,
  address text NOT NULL,
  token text REFERENCES tokens (symbol),
  note text,
  created_at timestamptz NOT NULL,
  usable_from timestamptz NOT NULL,
  removed_at timestamptz,
  -- The session that removed it; it may be over.
  removed_by uuid
);
CREATE UNIQUE INDEX saved_addresses_once ON saved_addresses (user_id, address, coalesce(token, '')) WHERE removed_at IS NULL;
-- By the characters that people compare.
CREATE INDEX saved_addresses_alike ON saved_addresses (user_id, lower(left(address, 6) || right(address, 4)));

-- Whether what it is worth is known by a price, and not by what the token was listed as.
ALTER TABLE transaction_quotes ADD COLUMN is_priced boolean NOT NULL DEFAULT true;
