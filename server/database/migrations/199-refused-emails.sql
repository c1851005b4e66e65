-- The mail server has refused this email for good, its address or its text. It is tried again all the same.
ALTER TABLE notice_emails ADD COLUMN is_refused boolean NOT NULL DEFAULT false;
