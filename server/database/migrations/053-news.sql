-- An article is one thing in several languages, found by its slug. body: blocks as the contract has them, never HTML.
CREATE TABLE news (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  category text NOT NULL,
  image_url text,
  published_at timestamptz NOT NULL,
  withdrawn_at timestamptz
);

CREATE INDEX news_published ON news (published_at, id) WHERE withdrawn_at IS NULL;

CREATE TABLE news_texts (
  news_id uuid NOT NULL REFERENCES news (id),
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  title text NOT NULL,
  summary text NOT NULL,
  body jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (news_id, language)
);

CREATE TABLE news_reads (
  user_id uuid NOT NULL REFERENCES users (id),
  news_id uuid NOT NULL REFERENCES news (id),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, news_id)
);
