-- Files are outside of the database, under their id. `unused_since`: not in use yet, or not any more; what stays so is removed.
CREATE TABLE files (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  name text NOT NULL,
  type text NOT NULL,
  size int NOT NULL CHECK (size > 0),
  created_at timestamptz NOT NULL,
  unused_since timestamptz
);

CREATE INDEX files_unused ON files (unused_since) WHERE unused_since IS NOT NULL;

ALTER TABLE users ADD COLUMN avatar_file_id uuid UNIQUE REFERENCES files (id);
