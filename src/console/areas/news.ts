import { fromPromise } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import {
  articleHead,
  type NewsPreview,
  type Published,
  type PublishedArticle,
} from '../../../contract/publishing.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import { checkFields } from '../../../contract/rules.ts';
import { readPartKey } from '../../machines/console/createListMachine.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  headOf,
  type NewsChoice,
  newArticle,
  newsArea,
  newsDecision,
  newsDetails,
  newsList,
  newsPart,
  newsPreview,
  newsReviews,
  sourceOf,
  unwrittenArticle,
} from '../../machines/console/newsArea.ts';
import { createPublishing } from '../../services/console/newsCalls.ts';
import { readAt } from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: Published;
  readonly choice: NewsChoice;
}

/** The area of articles with its calls, and the texts that readers see. */
export async function openNews({ http, clock, languages }: ConsoleServices) {
  await languages.load(['news']);
  const publishing = createPublishing({ http });
  const part = newsPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<Published>>, ReadRequest>(({ input: { key, fresh }, signal }) =>
        readAt(clock, () => publishing.list(readPartKey(key).after, { fresh, signal })),
      ),
    },
  });
  const details = newsDetails.provide({
    actors: {
      load: fromPromise<Loaded<PublishedArticle>, ReadRequest>(({ input: { key }, signal }) =>
        readAt(clock, async () => (key === newArticle ? unwrittenArticle : publishing.read(key, signal))),
      ),
    },
  });
  const decision = newsDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(({ input: { subject, choice } }) =>
        choice.verdict === 'publish'
          ? publishing.publish(choice.text.language, sourceOf(choice.text), choice)
          : publishing.unpublish(subject.slug),
      ),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const slug = choice.verdict === 'publish' ? choice.text.slug.trim() : subject.slug;
        const found = await publishing.read(slug).catch((error: unknown) => {
          if (failureOf(error).code === 'NOT_FOUND') return null;
          throw error;
        });
        if (found === null) return 'open';
        if (choice.verdict === 'unpublish') return found.withdrawn_at === null ? 'open' : 'done';
        return isPublished(found, choice) ? 'done' : 'open';
      }),
    },
  });
  const preview = newsPreview.provide({
    actors: {
      load: fromPromise<Loaded<NewsPreview>, ReadRequest>(({ input: { key }, signal }) =>
        readAt(clock, () => publishing.preview(key, signal)),
      ),
    },
  });
  const reviews = newsReviews.provide({
    actors: { list: newsList.provide({ actors: { part } }), details, decision },
  });
  return newsArea.provide({ actors: { reviews, preview } });
}

type Publishing = Extract<NewsChoice, { verdict: 'publish' }>;

/** Whether readers see an article with all that was written. The server keeps a head as its rules read it, and the Markdown trimmed. */
function isPublished(article: PublishedArticle, { text: written, shared }: Publishing): boolean {
  const head = checkFields(articleHead, headOf(written));
  const text = article.texts.find(({ language }) => language === written.language);
  if (!head.ok || text === undefined || article.withdrawn_at !== null) return false;
  const { title, summary } = head.value;
  // One that was sent as it was seen stays as it is stored, which may be another by now.
  const isKept = (part: 'category' | 'image') =>
    article[part] === head.value[part] || shared?.[part] === head.value[part];
  return (
    text.title === title &&
    text.summary === summary &&
    text.source === written.markdown.trim() &&
    isKept('category') &&
    isKept('image')
  );
}
