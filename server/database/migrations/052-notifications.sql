-- What a person is told of. subject_id: the transaction, ticket or article that it is about. amount in minor units of token.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CONSTRAINT notifications_kind
    CHECK (kind IN ('deposit', 'receive', 'send', 'withdraw', 'kyc', 'ticket', 'news')),
  subject_id uuid,
  outcome text,
  token text,
  amount numeric(100, 0),
  created_at timestamptz NOT NULL,
  read_at timestamptz
);

CREATE INDEX notifications_of_user ON notifications (user_id, created_at, id);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
