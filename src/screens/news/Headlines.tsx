import { Newspaper } from 'lucide-react';
import type { Headline } from '../../../contract/news.ts';
import type { Page } from '../../../contract/paging.ts';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Pagination } from '../../components/base/Pagination.tsx';
import { UnreadMark } from '../../components/base/UnreadMark.tsx';
import { newsAddress } from '../../machines/news/newsQuery.ts';
import { instantDayText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { categoryKey } from './categoryKey.ts';

/** One page of the headlines, and the way to the others. */
export function Headlines({ page: { data, meta } }: { page: Page<Headline> }) {
  const { t, locale } = useTexts('news');
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
      <ul aria-label={t('news:title')} className="flex flex-col">
        {data.map((headline) => (
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
    </>
  );
}

function HeadlineItem({ headline }: { headline: Headline }) {
  const { t, locale, language } = useTexts('news');
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
