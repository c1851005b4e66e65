-- Whose account the signed message adds a wallet to; null for a message that logs in.
ALTER TABLE wallet_nonces ADD COLUMN user_id uuid REFERENCES users (id) ON DELETE CASCADE;

-- Added to an account that was there already by somebody who was logged in; neither its opening nor its e-mail address vouches for it.
ALTER TABLE identities ADD COLUMN is_added boolean NOT NULL DEFAULT false;
