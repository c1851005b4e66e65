import { useSelector } from '@xstate/react';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { NewsRef } from '../../machines/news/newsArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { Headlines } from './Headlines.tsx';
import { useNewsWords } from './newsWords.ts';

/** The news, newest first. */
export default function NewsScreen({ news }: { news: NewsRef }) {
  const { t } = useNewsWords();
  const state = useSelector(news, (snapshot) => snapshot);
  return (
    <section aria-labelledby="page-title" className="flex max-w-3xl flex-col gap-6">
      <PageTitle>{t('news:title')}</PageTitle>
      <Freshness
        state={state}
        isOther={state.context.key !== state.context.dataKey}
        onRetry={() => news.send({ type: 'refresh.requested' })}
      />
      <Headlines news={news} state={state} />
    </section>
  );
}
