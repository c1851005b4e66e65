-- What a token's price may do, as the operator set it: the newest row holds. Rows are never changed, so they are their own record.
-- quote_move in percent, jump as a factor.
CREATE TABLE price_rules (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token text NOT NULL REFERENCES tokens (symbol),
  quote_move numeric(8, 4) NOT NULL CHECK (quote_move > 0 AND quote_move < 100),
  jump numeric(8, 4) NOT NULL CHECK (jump > 1),
  at timestamptz NOT NULL
);

CREATE INDEX price_rules_of_token ON price_rules (token, number);

-- What a market told and nobody has confirmed: too far from the price before. One a pair; nothing is exchanged by that pair meanwhile.
CREATE TABLE held_prices (
  pair text PRIMARY KEY,
  rate numeric(40, 18) NOT NULL CHECK (rate > 0),
  last numeric(40, 18) NOT NULL CHECK (last > 0),
  since timestamptz NOT NULL,
  at timestamptz NOT NULL
);

CREATE INDEX exchange_quotes_open ON exchange_quotes (user_id, expires_at) WHERE used_at IS NULL;
CREATE INDEX transaction_quotes_open ON transaction_quotes (user_id, expires_at) WHERE used_at IS NULL;
