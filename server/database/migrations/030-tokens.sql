-- What people can hold. symbol names a token in every other table; ticker is its issuer's word and need not be unique.
-- The terms of paying with it are in minor units. contract_address is null for the house's own, whose contracts the settings tell.
CREATE TABLE tokens (
  symbol text PRIMARY KEY,
  number int GENERATED ALWAYS AS IDENTITY,
  ticker text NOT NULL,
  name text NOT NULL,
  decimals int NOT NULL CHECK (decimals BETWEEN 0 AND 30),
  contract_address text UNIQUE,
  issuer text NOT NULL,
  is_from_start boolean NOT NULL,
  minimum numeric(100, 0) NOT NULL CHECK (minimum > 0),
  fee numeric(100, 0) NOT NULL CHECK (fee >= 0),
  maximum numeric(100, 0) NOT NULL,
  CONSTRAINT tokens_bounds CHECK (maximum >= minimum)
);

INSERT INTO tokens (symbol, ticker, name, decimals, issuer, is_from_start, minimum, fee, maximum) VALUES
  ('ZST', 'ZST', 'Zesto', 18, 'Zesto', true, 10000000000000000000, 500000000000000000, 10000000000000000000000000),
  ('STO', 'STO', 'Stone', 18, 'Stone Foundation', true, 1000000000000000000, 50000000000000000, 1000000000000000000000000),
  ('USDT', 'USDT', 'Tether USD', 6, 'Tether', true, 5000000, 1250000, 1000000000000);

-- What a person chose to see or not to see. Without a row a wallet shows the tokens that are there from the start.
CREATE TABLE wallet_tokens (
  user_id uuid NOT NULL REFERENCES users (id),
  token text NOT NULL REFERENCES tokens (symbol),
  is_shown boolean NOT NULL,
  chosen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, token)
);
