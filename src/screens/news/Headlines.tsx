import { Newspaper } from 'lucide-react';
import type { Headline } from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Pagination } from '../../components/base/Pagination.tsx';
import { Row } from '../../components/base/Row.tsx';
import { RowList } from '../../components/base/RowList.tsx';
import { UnreadMark } from '../../components/base/UnreadMark.tsx';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import { newsAddress } from '../../machines/news/newsQuery.ts';
import { instantDayText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { categoryKey } from './categoryKey.ts';

/** One page of headlines, with links to the others. */
export function Headlines({ page: { data, meta } }: { page: Page<Headline> }) {
  const { t, locale } = useTexts('news');
  const isNarrow = useIsNarrow();
  const { page, per_page, total } = meta;
  const last = Math.max(1, Math.ceil(total / per_page));
  if (data.length === 0) {
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
    <>
      {isNarrow ? (
        <RowList
          label={t('news:title')}
          items={data}
          keyOf={({ id }) => id}
          row={(headline) => <HeadlineRow headline={headline} />}
        />
      ) : (
        <ul aria-label={t('news:title')} className="flex flex-col">
          {data.map((headline) => (
            <HeadlineItem key={headline.id} headline={headline} />
          ))}
        </ul>
      )}
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
    </>
  );
}

const addressOf = (id: string) => `/news/${encodeURIComponent(id)}`;

/** A headline as a row on a phone, without the summary. */
function HeadlineRow({ headline }: { headline: Headline }) {
  const { t, locale, language } = useTexts('news');
  const { id, title, category, published_at, read } = headline;
  return (
    <Row
      isLong
      href={addressOf(id)}
      mark={<span className="flex w-3 shrink-0">{!read && <UnreadMark label={t('news:unread')} />}</span>}
      title={
        <span
          lang={headline.language === language ? undefined : headline.language}
          dir="auto"
          className={classes('line-clamp-2', !read && 'font-semibold')}
          title={title}
        >
          {title}
        </span>
      }
      under={
        <>
          {t(categoryKey(category))}
          {' · '}
          <time dateTime={published_at}>{instantDayText(published_at, locale)}</time>
        </>
      }
    />
  );
}

function HeadlineItem({ headline }: { headline: Headline }) {
  const { t, locale, language } = useTexts('news');
  const { id, title, summary, category, published_at, read } = headline;
  const lang = headline.language === language ? undefined : headline.language;
  return (
    <li className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-4 gap-y-1 min-[75rem]:grid-cols-[11rem_minmax(0,2fr)_minmax(0,3fr)] min-[75rem]:gap-x-8 border-line border-t py-4 first:border-t-0 first:pt-0">
      <p className="row-span-2 min-[75rem]:row-span-1 flex flex-col text-muted text-sm">
        <span className="flex items-center gap-2">
          {t(categoryKey(category))}
          {!read && <UnreadMark label={t('news:unread')} />}
        </span>
        <time dateTime={published_at}>{instantDayText(published_at, locale)}</time>
      </p>
      <h2 className="text-base">
        <Link
          href={addressOf(id)}
          lang={lang}
          dir="auto"
          className={classes(
            // Important, because the style sheet has the look of every link after these.
            'inline-flex min-h-touch items-center text-ink! no-underline! hover:underline! sm:min-h-0',
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
