-- The tokens of links in account emails, by their standard name.
ALTER TABLE letter_tokens RENAME TO email_tokens;
ALTER INDEX letter_tokens_of_user RENAME TO email_tokens_of_user;
ALTER INDEX letter_tokens_by_end RENAME TO email_tokens_by_end;
