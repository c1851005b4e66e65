-- Which operator wrote or decided; names, as in the log. Null for the person's own messages and for what was there before.
ALTER TABLE ticket_messages ADD COLUMN operator text;
ALTER TABLE tickets ADD COLUMN resolved_by text;

-- Lists of operators go on behind a line: each part of one is read from its index.
CREATE INDEX tickets_of_status ON tickets (status, updated_at, id);
DROP INDEX tickets_waiting;
CREATE INDEX users_frozen ON users (frozen_at, id) WHERE frozen_at IS NOT NULL;
-- By the bytes: what begins with a text is one range in any language of the database.
CREATE INDEX users_email_bytes ON users (email COLLATE "C") WHERE email IS NOT NULL;
CREATE INDEX news_in_order ON news (published_at, id);
