-- The Markdown that an article was written in, so that it can be changed where it was published. Null for what was published before.
ALTER TABLE news_texts ADD COLUMN source text;
