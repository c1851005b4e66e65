-- number is what people say on the telephone. read_messages: how many of them its person has seen. flow_record: the last steps of a person's flows, if they chose to attach them.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  number bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) UNIQUE,
  subject text NOT NULL,
  category text NOT NULL,
  priority text NOT NULL,
  status text NOT NULL CONSTRAINT tickets_status CHECK (status IN ('open', 'inProgress', 'resolved', 'closed')),
  flow_record jsonb,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  read_messages int NOT NULL DEFAULT 0
);

CREATE INDEX tickets_of_user ON tickets (user_id, updated_at, id);
CREATE INDEX tickets_waiting ON tickets (status, updated_at) WHERE status IN ('open', 'inProgress');

CREATE TABLE ticket_messages (
  id uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES tickets (id),
  position int NOT NULL,
  author text NOT NULL CHECK (author IN ('me', 'support')),
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (ticket_id, position)
);
