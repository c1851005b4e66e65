-- What a person has set for the security of their account (contract/securitySettings.ts), a row once they have set anything. `pending` is a list of
-- {member, value, from}: what is in force from then on.
CREATE TABLE security_settings (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  members jsonb NOT NULL,
  pending jsonb NOT NULL,
  changed_at timestamptz NOT NULL
);
