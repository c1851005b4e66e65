import { brandName } from '../../contract/brand.ts';
import { languages } from '../../contract/news.ts';
import type { Query } from '../database/db.ts';
import { publishArticle } from '../news/articles.ts';
import { readArticle } from '../news/markdown.ts';
import { tellSome } from '../news/telling.ts';

const files = import.meta.glob<string>('./news/*.md', { query: '?raw', import: 'default', eager: true });

const day = 86_400_000;

/** The demo's articles and how many days ago each appeared, oldest first. */
const articles = [
  ['welcome', 120],
  ['how-quotes-work', 112],
  ['addresses-that-look-alike', 98],
  ['withdrawal-fees', 85],
  ['history-export', 71],
  ['planned-maintenance-september', 60],
  ['unknown-is-not-failed', 52],
  ['identity-checks', 41],
  ['signing-in-on-another-device', 30],
  ['analytics-in-your-time', 18],
  ['live-prices', 6],
  ['support-keeps-you-posted', 2],
] as const;

/** Publishes the demo's articles in both languages, unless there are articles already. */
export async function seedNews(query: Query, at: Date): Promise<void> {
  const known = await query('SELECT id FROM news LIMIT 1');
  if (known.length > 0) return;
  for (const [slug, daysAgo] of articles) {
    const then = new Date(at.getTime() - daysAgo * day);
    for (const language of languages) {
      const text = (files[`./news/${slug}.${language}.md`] ?? '').replaceAll('{{brand}}', brandName);
      const read = readArticle(text);
      if (!read.ok) throw new Error(`the article ${slug} is not one: ${JSON.stringify(read.problem)}`);
      await publishArticle(query, { written: read.value, language, at: then });
    }
  }
  while (await tellSome(query));
}
