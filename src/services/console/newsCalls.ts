import type { Language } from '../../../contract/news.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import {
  type NewsPreview,
  type Published,
  type PublishedArticle,
  previewNewsCall,
  publishedArticleCall,
  publishedNewsCall,
  publishNewsCall,
  type SharedHead,
  unpublishNewsCall,
} from '../../../contract/publishing.ts';
import type { Http } from '../core/http.ts';
import { partSearch, type Reading } from './operatorCalls.ts';

export function createPublishing({ http }: { readonly http: Http }) {
  return {
    list: (after: string | null, reading: Reading): Promise<KeysetPage<Published>> =>
      http(publishedNewsCall, { search: partSearch(after), ...reading }),
    read: async (slug: string, signal?: AbortSignal): Promise<PublishedArticle> =>
      (await http(publishedArticleCall, { params: { slug }, ...(signal && { signal }) })).data,
    /** `source`: front matter and Markdown. Nothing is published. */
    preview: async (source: string, signal: AbortSignal): Promise<NewsPreview> =>
      (await http(previewNewsCall, { body: { source }, signal })).data,
    /** `seen`: when the edited text was published, null for a new text. `shared`: of the edited article, null for a new one. */
    async publish(
      language: Language,
      source: string,
      { seen, shared }: { readonly seen: string | null; readonly shared: SharedHead | null },
    ): Promise<void> {
      await http(publishNewsCall, { body: { language, source, seen, ...(shared && { shared }) } });
    },
    async unpublish(slug: string): Promise<void> {
      await http(unpublishNewsCall, { body: { slug } });
    },
  };
}
