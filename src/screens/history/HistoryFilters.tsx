import { useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { hasFilters, problemsOf } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { SearchFilter } from '../core/SearchFilter.tsx';
import { useTexts } from '../core/useTexts.ts';

const FilterFields = lazy(() => import('./FilterFields.tsx'));

const panelId = 'history-filters';

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
}

/** What is looked for. The code of the fields waits for the first lines, in a place that is kept. */
export function HistoryFilters({ history, view }: Props) {
  const { t } = useTexts('transactions');
  const isWaiting = useSelector(history, (state) => state.context.data === null && state.hasTag('busy'));
  const { query, typed, display } = useSelector(view, (state) => state.context);
  const { isPanelOpen } = display;
  const problems = problemsOf(query);

  return (
    <section aria-label={t('transactions:filters.label')} className="flex flex-col gap-4">
      <div className="flex gap-2">
        <SearchFilter
          label={t('transactions:filters.search')}
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
            {t('transactions:filters.label')}
          </Button>
        </div>
      </div>
      <div
        id={panelId}
        className={classes(
          'grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] items-start gap-4',
          !isPanelOpen && Object.keys(problems).length === 0 && 'max-sm:hidden',
        )}
      >
        {isWaiting ? (
          <FieldPlaces />
        ) : (
          <Suspense fallback={<FieldPlaces />}>
            <FilterFields history={history} view={view} />
          </Suspense>
        )}
      </div>
      {hasFilters(query) && (
        <div>
          <Button variant="quiet" onPress={() => view.send({ type: 'filters.cleared' })}>
            {t('transactions:filters.clear')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** As high as a field with its label; the last has a line of help besides. */
function FieldPlaces() {
  return (
    <>
      {['kind', 'token', 'status', 'from', 'to'].map((field) => (
        <Skeleton key={field} className={field === 'to' ? 'h-23' : 'h-17'} />
      ))}
    </>
  );
}
