import { shallowEqual, useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { transactionKinds, transactionStatuses } from '../../../contract/transactions.ts';
import { classes } from '../../components/base/classes.ts';
import { idle } from '../../components/base/idle.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import {
  type FilterName,
  filterNames,
  type HistoryQuery,
  problemsOf,
  withFilters,
} from '../../machines/history/historyQuery.ts';
import {
  type HistoryViewRef,
  haveSameFilters,
  selectFilters,
} from '../../machines/history/historyViewMachine.ts';
import { DatePresets } from '../core/DatePresets.tsx';
import { FilterPanel } from '../core/FilterPanel.tsx';
import { useDayTexts } from '../core/filterFields.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { SearchFilter } from '../core/SearchFilter.tsx';
import { useTexts } from '../core/useTexts.ts';

// What has arrived is drawn in several tasks (decision 237). The fields' code would come between them.
const FilterFields = lazyPart(async () => {
  await idle();
  return import('./FilterFields.tsx');
});

/** Both days share a row at every width. */
const fieldGrid = classes(
  'grid items-start gap-4',
  'min-[22.5rem]:max-sm:grid-cols-2 min-[22.5rem]:max-sm:*:first-of-type:col-span-2',
  'sm:max-[75rem]:grid-cols-6 sm:max-[75rem]:*:col-span-2 sm:max-[75rem]:*:nth-of-type-[n+4]:col-span-3',
  'min-[75rem]:grid-cols-5',
);

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
  /** The time zone of the days. */
  timeZone: string;
  /** The clock, in milliseconds. */
  now: () => number;
}

/** The filters and the search. The fields' code loads after the first lines, with its space reserved. */
export function HistoryFilters({ history, view, timeZone, now }: Props) {
  const { t } = useTexts('transactions');
  const isWaiting = useSelector(history, (state) => state.context.data === null && state.hasTag('busy'));
  const query = useSelector(view, selectFilters, haveSameFilters);
  const typed = useSelector(view, (state) => state.context.typed, shallowEqual);
  const isPanelOpen = useSelector(view, (state) => state.context.display.isPanelOpen);
  const problems = problemsOf(query);
  const active = useActiveFilters(query);

  return (
    <FilterPanel
      foldedBelow="sm"
      isOpen={isPanelOpen}
      isInvalid={Object.keys(problems).length > 0}
      active={active}
      send={view.send}
      head={(button) => (
        <div className="flex gap-2">
          <SearchFilter
            label={t('transactions:filters.search')}
            short={t('transactions:filters.searchShort')}
            value={query.filters.q}
            typed={typed.q}
            problem={problems.q}
            onChange={(value) => view.send({ type: 'filter.typed', name: 'q', value })}
          />
          {button}
        </div>
      )}
    >
      <DatePresets
        days={query.filters}
        timeZone={timeZone}
        now={now}
        onChoose={(days) => view.send({ type: 'query.requested', query: withFilters(query, days) })}
      />
      <div className={fieldGrid}>
        {isWaiting ? (
          <FieldPlaces />
        ) : (
          <Suspense fallback={<FieldPlaces />}>
            <FilterFields history={history} view={view} />
          </Suspense>
        )}
      </div>
    </FilterPanel>
  );
}

/** The active filters in words; an unreadable one is shown as in the address. */
function useActiveFilters(query: HistoryQuery) {
  const { t } = useTexts('transactions');
  const { filters } = query;
  const kind = transactionKinds.find((each) => each === filters.kind);
  const status = transactionStatuses.find((each) => each === filters.status);
  const texts: Readonly<Record<FilterName, string>> = {
    kind: kind ? t(`transactions:kinds.${kind}`) : filters.kind,
    token: filters.token,
    status: status ? t(`transactions:statuses.${status}`) : filters.status,
    ...useDayTexts({ values: filters, problems: problemsOf(query) }),
    q: t('transactions:filters.words', { text: filters.q }),
  };
  return filterNames.filter((name) => filters[name] !== '').map((name) => ({ name, text: texts[name] }));
}

/** As high as a field with its label. */
function FieldPlaces() {
  return (
    <>
      {['kind', 'token', 'status', 'from', 'to'].map((field) => (
        <Skeleton key={field} className="h-17" />
      ))}
    </>
  );
}
