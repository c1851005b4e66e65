import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type { PricesAreaRef } from '../../machines/console/pricesArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { PriceReview } from './PriceReview.tsx';
import { ReviewList } from './ReviewList.tsx';
import { RunningDecisions } from './RunningDecisions.tsx';

/** The price of each token, since when, and the prices that are held back. */
export default function PricesScreen({ area }: { area: PricesAreaRef }) {
  const { t, locale } = useTexts('console');
  const { list, details } = useSelector(area, (snapshot) => snapshot.children);
  const { opened, decisions } = useSelector(area, (snapshot) => snapshot.context);
  const decision = opened === null ? undefined : decisions[opened];
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:prices.title')}</PageTitle>
      <p className="max-w-prose text-muted">{t('console:prices.about')}</p>
      <RunningDecisions area={area} about={({ pair }) => pair} />
      {list && (
        <ReviewList
          list={list}
          label={t('console:prices.title')}
          empty={t('console:prices.empty')}
          failed={t('console:prices.failed')}
          itemKey={({ pair }) => pair}
          onOpen={(item) => area.send({ type: 'item.opened', item })}
        >
          {({ pair, rate, since, held, feed_stopped }) => (
            <>
              <span className="flex-1 whitespace-nowrap font-semibold">{pair}</span>
              <span className="flex flex-wrap justify-end gap-1">
                {held && <StatusBadge tone="halt">{t('console:prices.held')}</StatusBadge>}
                {feed_stopped && <StatusBadge tone="halt">{t('console:prices.stopped')}</StatusBadge>}
              </span>
              <span className="flex shrink-0 flex-col items-end">
                <span className="tabular-nums">
                  {rate === null ? t('console:prices.none') : exactText(rate, locale)}
                </span>
                {since !== null && (
                  <time dateTime={since} className="hidden text-muted text-sm sm:block">
                    {instantText(since, locale)}
                  </time>
                )}
              </span>
            </>
          )}
        </ReviewList>
      )}
      {decision && details && (
        <Dialog
          isOpen
          onOpenChange={() => area.send({ type: 'item.closed' })}
          title={decision.getSnapshot().context.subject.pair}
          closeLabel={t('common:actions.close')}
        >
          <PriceReview decision={decision} details={details} />
        </Dialog>
      )}
    </section>
  );
}
