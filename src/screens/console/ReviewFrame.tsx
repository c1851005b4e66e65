import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ReviewAreaRef } from '../../machines/console/createReviewAreaMachine.ts';
import type { DecisionRef } from '../../machines/console/decision.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { ListFilter } from './ListFilter.tsx';
import { ReviewList } from './ReviewList.tsx';
import { RunningDecisions } from './RunningDecisions.tsx';

interface Props<Item, Choice, Details, Status extends string> {
  area: ReviewAreaRef<Item, Choice, Details>;
  /** The title of the list; an opened item is titled by its own name. */
  title: string;
  empty: string;
  failed: string;
  nameOf: (item: Item) => string;
  itemKey: (item: Item) => string;
  /** Shown above the list. */
  actions?: ReactNode;
  /** The first is the default; none for a list without statuses. */
  statuses?: readonly { readonly value: Status; readonly label: string }[];
  /** The content of an item's row. */
  row: (item: Item) => ReactNode;
  /** Draws the opened item in place of the list. */
  children: (decision: DecisionRef<Item, Choice>, details: ResourceRef<Details>) => ReactNode;
}

/** An area whose items open in place of their list: the list by status, or one item with a button back to the list. */
export function ReviewFrame<Item, Choice, Details, Status extends string>({
  area,
  title,
  empty,
  failed,
  nameOf,
  itemKey,
  actions,
  statuses = [],
  row,
  children,
}: Props<Item, Choice, Details, Status>) {
  const { t } = useTexts('console');
  const { list, details } = useSelector(area, (snapshot) => snapshot.children);
  const { opened, decisions } = useSelector(area, (snapshot) => snapshot.context);
  const decision = opened === null ? undefined : decisions[opened];
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      {decision && (
        <div className="-ml-3 sm:-ml-4">
          <Button variant="quiet" onPress={() => area.send({ type: 'item.closed' })}>
            <ArrowLeft aria-hidden size={20} strokeWidth={1.75} />
            {t('console:review.back')}
          </Button>
        </div>
      )}
      <PageTitle key={`title ${opened}`} takesFocus={decision !== undefined}>
        {decision ? nameOf(decision.getSnapshot().context.subject) : title}
      </PageTitle>
      <RunningDecisions area={area} about={nameOf} />
      {decision && details
        ? children(decision, details)
        : list && (
            <>
              {actions}
              <ListFilter list={list} options={statuses} />
              <ReviewList
                list={list}
                label={title}
                empty={empty}
                failed={failed}
                itemKey={itemKey}
                onOpen={(item) => area.send({ type: 'item.opened', item })}
              >
                {row}
              </ReviewList>
            </>
          )}
    </section>
  );
}
