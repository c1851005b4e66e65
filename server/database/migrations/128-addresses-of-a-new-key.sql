-- Of a person's addresses for a token the one that is shown. Those of a key that was replaced go on receiving.
ALTER TABLE deposit_addresses ADD COLUMN is_current boolean NOT NULL DEFAULT true;
ALTER TABLE deposit_addresses DROP CONSTRAINT deposit_addresses_user_id_token_key;
CREATE UNIQUE INDEX deposit_addresses_current ON deposit_addresses (user_id, token) WHERE is_current;
CREATE UNIQUE INDEX deposit_addresses_of_key ON deposit_addresses (user_id, token, xpub);
