import { Newspaper } from 'lucide-react';
import type { SnapshotFrom } from 'xstate';
import type { Headline } from '../../../contract/news.ts';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Pagination } from '../../components/base/Pagination.tsx';
import { UnreadMark } from '../../components/base/UnreadMark.tsx';
import type { NewsRef, newsMachine } from '../../machines/news/newsArea.ts';
import { newsAddress } from '../../machines/news/newsQuery.ts';
import { instantDayText } from '../core/dates.ts';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { categoryKey, useNewsWords } from './newsWords.ts';

interface Props {
  news: NewsRef;
  state: SnapshotFrom<typeof newsMachine>;
}

/** One page of the headlines, and the way to the others. */
export function Headlines({ news, state }: Props) {
  const { t, locale } = useNewsWords();
  const { data, dataKey, key, failure } = state.context;
  if (!data && failure) {
    return (
      <ReadFailure
        failure={failure}
        title={t('news:failed')}
        isRetrying={state.hasTag('busy') && !state.hasTag('slow')}
        onRetry={() => news.send({ type: 'refresh.requested' })}
      />
    );
  }
  if (!data) return <ListPlaces label={t('news:loading')} />;
  const { page, per_page, total } = data.meta;
  const last = Math.max(1, Math.ceil(total / per_page));
  if (data.data.length === 0) {
    return (
      <Empty
        icon={Newspaper}
        title={t(total === 0 ? 'news:empty' : 'news:beyond')}
        action={total > 0 && <LinkButton href={newsAddress(1)}>{t('news:toNewest')}</LinkButton>}
      >
        {t(total === 0 ? 'news:emptyText' : 'news:beyondText', { last: last.toLocaleString(locale) })}
      </Empty>
    );
  }
  return (
    <div
      aria-busy={state.hasTag('busy')}
      className={classes('flex flex-col gap-6 transition-opacity', key !== dataKey && 'opacity-60')}
    >
      <ul aria-label={t('news:title')} className="flex flex-col">
        {data.data.map((headline) => (
          <HeadlineItem key={headline.id} headline={headline} />
        ))}
      </ul>
      <Pagination
        label={t('news:pages.label')}
        page={page}
        last={last}
        hrefOf={newsAddress}
        labels={{
          back: t('news:pages.back'),
          next: t('news:pages.next'),
          more: t('news:pages.more'),
          page: (each) => t('news:pages.page', { page: each.toLocaleString(locale) }),
        }}
        onTurn={() => document.getElementById('page-title')?.focus()}
      />
    </div>
  );
}

function HeadlineItem({ headline }: { headline: Headline }) {
  const { t, locale, language } = useNewsWords();
  const { id, title, summary, category, published_at, read } = headline;
  const lang = headline.language === language ? undefined : headline.language;
  return (
    <li className="flex flex-col gap-1 border-line border-t py-4 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
        {!read && <UnreadMark label={t('news:unread')} />}
        <span>{t(categoryKey(category))}</span>
        <span aria-hidden>·</span>
        <time dateTime={published_at}>{instantDayText(published_at, locale)}</time>
      </p>
      <h2 className="text-base">
        <Link
          href={`/news/${encodeURIComponent(id)}`}
          lang={lang}
          dir="auto"
          className={classes(
            'inline-flex min-h-touch items-center text-ink no-underline hover:underline sm:min-h-0',
            !read && 'font-semibold',
          )}
        >
          {title}
        </Link>
      </h2>
      <p lang={lang} dir="auto" className="max-w-prose text-muted [overflow-wrap:anywhere]">
        {summary}
      </p>
    </li>
  );
}
