import { shallowEqual, useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { transactionKinds, transactionStatuses } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { FilterChips } from '../../components/base/FilterChips.tsx';
import { iconProps } from '../../components/base/icon.ts';
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
import { dayText } from '../core/dates.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { SearchFilter } from '../core/SearchFilter.tsx';
import { useTexts } from '../core/useTexts.ts';

const FilterFields = lazyPart(() => import('./FilterFields.tsx'));

const filtersId = 'filters';
const panelId = 'history-filters';
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
  const texts = useFilterTexts(query);

  return (
    <section
      id={filtersId}
      tabIndex={-1}
      aria-label={t('transactions:filters.label')}
      className="focus-elsewhere flex flex-col gap-4"
    >
      <div className="flex gap-2">
        <SearchFilter
          label={t('transactions:filters.search')}
          short={t('transactions:filters.searchShort')}
          value={query.filters.q}
          typed={typed.q}
          problem={problems.q}
          onChange={(value) => view.send({ type: 'filter.typed', name: 'q', value })}
        />
        <div className="sm:hidden">
          <Button
            variant="secondary"
            aria-expanded={isPanelOpen}
            aria-controls={panelId}
            onPress={() => view.send({ type: 'display.chosen', display: { isPanelOpen: !isPanelOpen } })}
          >
            <SlidersHorizontal {...iconProps} />
            <span className="max-[22.5rem]:sr-only">{t('transactions:filters.label')}</span>
          </Button>
        </div>
      </div>
      <div
        id={panelId}
        className={classes(
          'flex flex-col gap-4',
          !isPanelOpen && Object.keys(problems).length === 0 && 'max-sm:hidden',
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
      </div>
      <FilterChips
        label={t('transactions:filters.set')}
        chips={texts.map(({ name, text }) => ({
          name,
          text,
          removeLabel: t('transactions:filters.remove', { filter: text }),
        }))}
        focusId={filtersId}
        onRemove={(name) => view.send({ type: 'filter.chosen', name, value: '' })}
        clear={
          <Button
            variant="quiet"
            onPress={() => {
              document.getElementById(filtersId)?.focus();
              view.send({ type: 'filters.cleared' });
            }}
          >
            {t('transactions:filters.clear')}
          </Button>
        }
      />
    </section>
  );
}

/** The active filters in words; an unreadable one is shown as in the address. */
function useFilterTexts(query: HistoryQuery) {
  const { t, locale } = useTexts('transactions');
  const { filters } = query;
  const problems = problemsOf(query);
  const kind = transactionKinds.find((each) => each === filters.kind);
  const status = transactionStatuses.find((each) => each === filters.status);
  const day = (name: 'date_from' | 'date_to') =>
    problems[name] === undefined || problems[name] === 'order'
      ? dayText(filters[name], locale)
      : filters[name];
  const texts: Readonly<Record<FilterName, string>> = {
    kind: kind ? t(`transactions:kinds.${kind}`) : filters.kind,
    token: filters.token,
    status: status ? t(`transactions:statuses.${status}`) : filters.status,
    date_from: `${t('transactions:filters.from')}: ${filters.date_from && day('date_from')}`,
    date_to: `${t('transactions:filters.to')}: ${filters.date_to && day('date_to')}`,
    q: t('transactions:filters.words', { text: filters.q }),
  };
  return filterNames
    .filter((name) => filters[name] !== '')
    .map((name) => ({ name, text: texts[name].slice(0, 60) }));
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
