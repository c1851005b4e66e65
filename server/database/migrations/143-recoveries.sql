-- Accounts that operators recover for people who have lost every way to prove who they are (decision 123). email: where the link goes.
-- account_email: the address that the account had then. wait_ms: how long everybody is told before, from the first email that was taken (ready_at
-- is its end). link_hash: SHA-256 of the newest link. outcome is null while it goes on.
CREATE TABLE recoveries (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  email text NOT NULL,
  account_email text,
  reason text NOT NULL,
  proposed_by text NOT NULL,
  approved_by text,
  begun_at timestamptz NOT NULL,
  wait_ms bigint NOT NULL,
  ready_at timestamptz,
  link_hash bytea,
  link_expires_at timestamptz,
  ended_at timestamptz,
  outcome text CONSTRAINT recoveries_outcome CHECK (outcome IN ('done', 'not_me', 'factor', 'operator', 'email_changed', 'expired')),
  ended_by text,
  CONSTRAINT recoveries_ended CHECK ((ended_at IS NULL) = (outcome IS NULL))
);

CREATE UNIQUE INDEX recoveries_open ON recoveries (user_id) WHERE ended_at IS NULL;
CREATE INDEX recoveries_of_user ON recoveries (user_id, begun_at);
CREATE UNIQUE INDEX recoveries_by_link ON recoveries (link_hash) WHERE link_hash IS NOT NULL;

-- From then on all addresses are new to this person for as long as a saved one would be.
ALTER TABLE users ADD COLUMN recovered_at timestamptz;
