-- Accounts that their people have closed (decision 114). closed_email: the address that the account had, by which operators find it; the address
-- itself is free again. erased_at: nothing tells any more whose it was.
ALTER TABLE users ADD COLUMN closed_at timestamptz;
ALTER TABLE users ADD COLUMN closed_email text;
ALTER TABLE users ADD COLUMN erased_at timestamptz;
CREATE INDEX users_closed ON users (closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX users_closed_email ON users (closed_email) WHERE closed_email IS NOT NULL;

-- Deposits that were credited to an account after it was closed: an operator has to find whose they are now.
CREATE TABLE late_deposits (
  transaction_id uuid PRIMARY KEY REFERENCES transactions (id),
  user_id uuid NOT NULL REFERENCES users (id),
  credited_at timestamptz NOT NULL
);
