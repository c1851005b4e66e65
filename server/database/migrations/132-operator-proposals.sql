-- Calls of operators that wait for another person (decision 109). `body` is what was sent, as JSON. Names, not ids: the server's own token is a person too.
CREATE TABLE operator_proposals (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  verb text NOT NULL,
  body text NOT NULL,
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'open' CONSTRAINT operator_proposals_status CHECK (status IN ('open', 'approved', 'rejected', 'expired')),
  decided_by text,
  decided_at timestamptz
);
-- A call that is sent again is the same proposal.
CREATE UNIQUE INDEX operator_proposals_open ON operator_proposals (verb, body) WHERE status = 'open';

-- Since when calls wait for another person. The row is never taken away.
CREATE TABLE operator_four_eyes (
  id int PRIMARY KEY CHECK (id = 1),
  since timestamptz NOT NULL
);
