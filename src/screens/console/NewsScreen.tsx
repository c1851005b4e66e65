import { useSelector } from '@xstate/react';
import type { Published } from '../../../contract/publishing.ts';
import { Button } from '../../components/base/Button.tsx';
import { OneLine } from '../../components/base/OneLine.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { blankArticle, type NewsAreaRef, type NewsReviewsRef } from '../../machines/console/newsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { NewsReview } from './NewsReview.tsx';
import { ReviewFrame } from './ReviewFrame.tsx';

/** Articles, newest first: to write, edit and withdraw them. */
export default function NewsScreen({ area }: { area: NewsAreaRef }) {
  const { reviews } = useSelector(area, (snapshot) => snapshot.children);
  return reviews ? <Articles area={area} reviews={reviews} /> : null;
}

function Articles({ area, reviews }: { area: NewsAreaRef; reviews: NewsReviewsRef }) {
  const { t, locale } = useTexts('console');
  const opened = useSelector(reviews, ({ context }) => context.opened);
  return (
    <ReviewFrame
      area={reviews}
      title={t('console:news.title')}
      empty={t('console:news.empty')}
      failed={t('console:news.failed')}
      nameOf={({ title }: Published) => title || t('console:news.new')}
      itemKey={({ slug }) => slug}
      actions={
        <div>
          <Button onPress={() => reviews.send({ type: 'item.opened', item: blankArticle })}>
            {t('console:news.new')}
          </Button>
        </div>
      }
      row={({ slug, title, languages, published_at, withdrawn_at }) => (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <OneLine text={title} />
            <OneLine className="font-mono text-muted text-sm" text={slug} />
          </span>
          <span className="flex shrink-0 flex-col items-end gap-1">
            <span className="flex gap-2">
              {withdrawn_at !== null && <StatusBadge tone="halt">{t('console:news.withdrawn')}</StatusBadge>}
              <span className="text-muted text-sm uppercase">{languages.join(' ')}</span>
            </span>
            <time dateTime={published_at} className="hidden text-muted text-sm sm:block">
              {instantText(published_at, locale)}
            </time>
          </span>
        </>
      )}
    >
      {(decision, details) => (
        <NewsReview key={opened} area={area} reviews={reviews} decision={decision} details={details} />
      )}
    </ReviewFrame>
  );
}
