CREATE INDEX files_of_user ON files (user_id);
