-- What is told of an account at once (decision 116). A notification of the kind `security` has its occasion as `outcome`; `detail` says from where, or to which address.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind
  CHECK (kind IN ('deposit', 'receive', 'send', 'withdraw', 'kyc', 'ticket', 'news', 'security'));
ALTER TABLE notifications ADD COLUMN detail text;

-- Emails about it that are still to be sent. `language` is null where nobody knows which one the person reads. amount in minor units of token.
CREATE TABLE notice_emails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  email text NOT NULL,
  occasion text NOT NULL,
  language text,
  token text,
  amount numeric(100, 0),
  detail text,
  created_at timestamptz NOT NULL,
  attempts int NOT NULL,
  next_try_at timestamptz NOT NULL
);

CREATE INDEX notice_emails_due ON notice_emails (next_try_at);

-- Networks that a person has logged in from, without the part that tells one subscriber from another.
CREATE TABLE known_places (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place text NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, place)
);

-- Each time that a person has said "This was not me". The freeze stands until lifted_at.
CREATE TABLE not_me_reports (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  occasion text NOT NULL,
  reported_at timestamptz NOT NULL,
  ticket_id uuid NOT NULL REFERENCES tickets (id),
  cancelled int NOT NULL,
  held int NOT NULL,
  proven_at timestamptz,
  approved_at timestamptz,
  lifted_at timestamptz
);

CREATE UNIQUE INDEX not_me_reports_standing ON not_me_reports (user_id) WHERE lifted_at IS NULL;

-- What the links in those emails carry, as SHA-256, and what has come of each.
CREATE TABLE not_me_links (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  occasion text NOT NULL,
  occurred_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  report_id uuid REFERENCES not_me_reports (id)
);

CREATE INDEX not_me_links_by_end ON not_me_links (expires_at);

-- Of the report that stands: when its person has proven who they are, and when support has agreed to lift the freeze.
ALTER TABLE users ADD COLUMN not_me_at timestamptz;
ALTER TABLE users ADD COLUMN not_me_proven_at timestamptz;
ALTER TABLE users ADD COLUMN not_me_approved_at timestamptz;
