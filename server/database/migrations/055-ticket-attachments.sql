-- A file that came with a message. It has no other use: whoever may read the message may have it.
CREATE TABLE ticket_attachments (
  file_id uuid PRIMARY KEY REFERENCES files (id),
  message_id uuid NOT NULL REFERENCES ticket_messages (id),
  position int NOT NULL,
  UNIQUE (message_id, position)
);
