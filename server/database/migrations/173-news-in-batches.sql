-- What is still to be done about an article: told to people from told_after on, in the order of their ids, or taken back from them.
ALTER TABLE news
  ADD COLUMN pending text CONSTRAINT news_pending_kind CHECK (pending IN ('telling', 'withdrawing')),
  ADD COLUMN told_after uuid;
CREATE INDEX news_pending ON news (published_at, id) WHERE pending IS NOT NULL;
CREATE INDEX notifications_of_news ON notifications (subject_id) WHERE kind = 'news';
CREATE INDEX notifications_by_age ON notifications (created_at);
