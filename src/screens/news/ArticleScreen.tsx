import { useSelector } from '@xstate/react';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { Article } from '../../../contract/news.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import type { ArticleRef, NewsRef } from '../../machines/news/newsArea.ts';
import { instantDayText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ArticleBody } from './ArticleBody.tsx';
import { categoryKey } from './categoryKey.ts';
import { HeadlineIndex } from './HeadlineIndex.tsx';

interface Props {
  article: ArticleRef;
  news: NewsRef;
}

/** One article with its links; on a wide screen the list is beside it. An article that was read for another address is not shown. */
export default function ArticleScreen({ article, news }: Props) {
  const { t } = useTexts('news');
  const told = useSelector(article, ({ context: { data, dataKey, key } }) => (dataKey === key ? data : null));
  const id = useSelector(article, ({ context }) => context.key);
  const isWide = !useIsNarrow(1200);
  return (
    <div className="flex justify-between gap-10">
      <article aria-labelledby="page-title" className="flex min-w-0 max-w-3xl flex-1 flex-col gap-6">
        <p>
          <Link href="/news" className="inline-flex min-h-touch items-center gap-1 sm:min-h-0">
            <ArrowLeft {...iconProps} />
            {t('news:all')}
          </Link>
        </p>
        <Freshness resource={article} isEmpty={told === null} />
        <ArticleHeader article={told} />
        <ResourceView
          resource={article}
          isExact
          placeholder={<ListPlaces label={t('news:loading')} />}
          failed={t('news:articleFailed')}
          missing={{
            title: t('news:missing'),
            text: t('news:missingText'),
            action: (
              <LinkButton href="/news" variant="primary">
                {t('news:all')}
              </LinkButton>
            ),
          }}
          className="flex flex-col gap-6"
        >
          {(read) => <ArticleText article={read} />}
        </ResourceView>
      </article>
      {isWide && <HeadlineIndex news={news} currentId={id} />}
    </div>
  );
}

/** The title keeps its place and its focus while the article is loading. */
function ArticleHeader({ article }: { article: Article | null }) {
  const { t, locale, language } = useTexts('news');
  const isOther = article !== null && article.language !== language;
  const lang = isOther ? article.language : undefined;
  return (
    <header className="flex flex-col gap-3">
      {article && (
        <p className="flex flex-wrap gap-x-2 text-muted text-sm">
          <span>{t(categoryKey(article.category))}</span>
          <span aria-hidden>·</span>
          <time dateTime={article.published_at}>{instantDayText(article.published_at, locale)}</time>
        </p>
      )}
      <div lang={lang} dir="auto" className="[overflow-wrap:anywhere]">
        <PageTitle>{article?.title ?? t('news:article')}</PageTitle>
      </div>
      {isOther && <p className="text-muted">{t('news:otherLanguage')}</p>}
      {article && (
        <p lang={lang} dir="auto" className="max-w-prose text-lg text-muted">
          {article.summary}
        </p>
      )}
    </header>
  );
}

function ArticleText({ article: { body, previous_id, next_id, ...article } }: { article: Article }) {
  const { t, language } = useTexts('news');
  return (
    <>
      <div lang={article.language === language ? undefined : article.language} dir="auto">
        <ArticleBody blocks={body} />
      </div>
      {(previous_id !== null || next_id !== null) && (
        <nav
          aria-label={t('news:others')}
          className="flex flex-wrap justify-between gap-2 border-line border-t pt-4"
        >
          {previous_id !== null && (
            <LinkButton variant="link" href={`/news/${encodeURIComponent(previous_id)}`}>
              <ArrowLeft {...iconProps} />
              {t('news:older')}
            </LinkButton>
          )}
          {next_id !== null && (
            <span className="ml-auto">
              <LinkButton variant="link" href={`/news/${encodeURIComponent(next_id)}`}>
                {t('news:newer')}
                <ArrowRight {...iconProps} />
              </LinkButton>
            </span>
          )}
        </nav>
      )}
    </>
  );
}
