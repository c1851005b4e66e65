-- What happened to a person, for their analytics. value: in minor units of USDT by the price of that moment; null while no price was known.
CREATE TABLE events (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  type text NOT NULL CONSTRAINT events_type CHECK (type IN (
    'registration_email', 'registration_metamask', 'registration_google',
    'transaction_send', 'transaction_receive', 'transaction_deposit', 'transaction_withdraw', 'transaction_exchange',
    'user_frozen', 'user_unfrozen', 'kyc_submitted', 'kyc_approved', 'kyc_rejected'
  )),
  at timestamptz NOT NULL,
  value numeric(100, 0)
);

INSERT INTO events (id, user_id, type, at, value)
SELECT gen_random_uuid(), id, 'registration_email', created_at, 0 FROM users WHERE email IS NOT NULL;

INSERT INTO events (id, user_id, type, at, value)
SELECT gen_random_uuid(), id, 'user_frozen', frozen_at, 0 FROM users WHERE frozen_at IS NOT NULL;

INSERT INTO events (id, user_id, type, at, value)
SELECT gen_random_uuid(), user_id, 'transaction_' || kind, updated_at,
  CASE token WHEN 'USDT' THEN amount ELSE div(
    amount * (SELECT rate FROM rates WHERE pair = token || '/USDT' AND at <= updated_at ORDER BY at DESC LIMIT 1) * 1000000,
    10::numeric ^ (SELECT decimals FROM tokens WHERE symbol = token)
  ) END
FROM transactions WHERE status = 'completed';

-- Everything that a year's figures need is in the index.
CREATE INDEX events_of_user ON events (user_id, at) INCLUDE (type, value);
