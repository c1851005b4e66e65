import { useSelector } from '@xstate/react';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import ArticleScreen from '../../screens/news/ArticleScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import { Head } from '../wiring/Head.tsx';
import type { PageProps } from '../wiring/pageProps.ts';

export function ArticlePage({ app }: PageProps) {
  const { t } = useTranslation('meta');
  const article = useFlow(app, 'news', 'article');
  const news = useFlow(app, 'news', 'news');
  const told = useSelector(article ?? undefined, (state) =>
    state && state.context.key === state.context.dataKey ? state.context.data : null,
  );
  return (
    <>
      <Head
        title={told ? t('article.told', { title: told.title }) : t('article.title')}
        description={told?.summary ?? t('article.description')}
      />
      {article && news && <ArticleScreen article={article} news={news} />}
    </>
  );
}
