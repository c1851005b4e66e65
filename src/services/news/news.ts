import {
  type Article,
  articleCall,
  type Headline,
  newsCall,
  readArticleCall,
} from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Loaded } from '../../../contract/reading.ts';
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads one page of the news; the key is the query behind the `?`. */
export function readNews(
  http: Http,
  cache: Pick<Cache, 'read'>,
  language: string,
  reading: ReadingByKey,
): Promise<Loaded<Page<Headline>>> {
  const { key } = reading.input;
  return cache.read(
    { key: `news?${key}#${language}`, fetch: (signal) => http(newsCall, { search: key, language, signal }) },
    reading,
  );
}

/** Reads one article; the key is its id. */
export function readArticle(
  http: Http,
  cache: Pick<Cache, 'read'>,
  language: string,
  reading: ReadingByKey,
): Promise<Loaded<Article>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `news/${key}#${language}`,
      fetch: async (signal) => {
        try {
          return (await http(articleCall, { params: { id: key }, language, signal })).data;
        } catch (error) {
          // Either the article is missing or the whole news feature; reading the news throws in the latter case.
          if (isBareNotFound(error)) await http(newsCall, { language, signal });
          throw error;
        }
      },
    },
    reading,
  );
}

/** Tells the server that an article was read. */
export async function markArticleRead(http: Http, id: string): Promise<void> {
  await http(readArticleCall, { params: { id } });
}
