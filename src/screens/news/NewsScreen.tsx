import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { NewsRef } from '../../machines/news/newsArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { Headlines } from './Headlines.tsx';

/** The news, newest first. */
export default function NewsScreen({ news }: { news: NewsRef }) {
  const { t } = useTexts('news');
  return (
    <section aria-labelledby="page-title" className="flex max-w-3xl flex-col gap-6 min-[75rem]:max-w-none">
      <PageTitle>{t('news:title')}</PageTitle>
      <Freshness resource={news} />
      <ResourceView
        resource={news}
        placeholder={<ListPlaces label={t('news:loading')} />}
        failed={t('news:failed')}
        className="flex flex-col gap-6"
      >
        {(page) => <Headlines page={page} />}
      </ResourceView>
    </section>
  );
}
