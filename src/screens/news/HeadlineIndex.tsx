import { useSelector } from '@xstate/react';
import { classes } from '../../components/base/classes.ts';
import { Link } from '../../components/base/Link.tsx';
import { UnreadMark } from '../../components/base/UnreadMark.tsx';
import type { NewsRef } from '../../machines/news/newsArea.ts';
import { instantDayText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  news: NewsRef;
  /** The shown article's id. */
  currentId: string | null;
}

/** The headlines beside the article: of the page shown last, or the first one. Their space is kept. */
export function HeadlineIndex({ news, currentId }: Props) {
  const { t, locale, language } = useTexts('news');
  const headlines = useSelector(news, ({ context }) => context.data?.data);
  if (!headlines || headlines.length === 0) return <div className="w-80 shrink-0" />;
  return (
    <nav
      aria-label={t('news:title')}
      className="sticky top-20 max-h-[calc(100dvh-7rem)] w-80 shrink-0 self-start overflow-y-auto border-line border-l pl-6"
    >
      <ul className="flex flex-col">
        {headlines.map(({ id, title, published_at, read, ...headline }) => (
          <li key={id} className="flex flex-col border-line border-t py-2 first:border-t-0">
            <span className="flex items-center gap-2 text-muted text-sm">
              <time dateTime={published_at}>{instantDayText(published_at, locale)}</time>
              {!read && <UnreadMark label={t('news:unread')} />}
            </span>
            <Link
              href={`/news/${encodeURIComponent(id)}`}
              lang={headline.language === language ? undefined : headline.language}
              dir="auto"
              {...(id === currentId && { 'aria-current': 'page' })}
              className={classes(
                // Important, because the style sheet has the look of every link after these.
                'focus-inside text-ink! no-underline! [overflow-wrap:anywhere] hover:underline!',
                id === currentId ? 'font-semibold' : 'font-normal',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
