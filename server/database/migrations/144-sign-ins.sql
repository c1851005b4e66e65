-- Sign-ins of a person, and attempts at them. Attempts that failed the same way from the same place in one hour of the clock are one row, which
-- counts them: `merged_by` names them together, and is null for a success.
CREATE TABLE sign_ins (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  first_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  device text,
  network text NOT NULL,
  method text NOT NULL,
  second_factor text,
  outcome text NOT NULL,
  attempts int NOT NULL,
  merged_by bytea UNIQUE
);

CREATE INDEX sign_ins_of_user ON sign_ins (user_id, at, id);
CREATE INDEX sign_ins_by_age ON sign_ins (at);
