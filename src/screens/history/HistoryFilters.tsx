import { useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { hasFilters, problemsOf } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { useMoneyWords } from '../money/moneyWords.ts';

const FilterFields = lazy(() => import('./FilterFields.tsx'));

const panelId = 'history-filters';

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
}

/** What is looked for. The code of the fields waits for the first lines, in a place that is kept. */
export function HistoryFilters({ history, view }: Props) {
  const { t } = useMoneyWords();
  const isWaiting = useSelector(history, (state) => state.context.data === null && state.hasTag('busy'));
  const { query, typed, isPanelOpen } = useSelector(view, (state) => state.context);
  const problems = problemsOf(query);
  const text = typed.q ?? query.filters.q;
  const textProblem = typed.q === undefined ? problems.q : undefined;

  return (
    <section aria-label={t('transactions:filters.label')} className="flex flex-col gap-4">
      <div className="flex gap-2">
        <div className="min-w-0 flex-1">
          <SearchField
            label={t('transactions:filters.search')}
            placeholder={t('transactions:filters.search')}
            value={text}
            onChange={(value) => view.send({ type: 'filter.typed', name: 'q', value })}
          />
          {textProblem !== undefined && textProblem !== 'order' && (
            <p role="alert" className="pt-1 text-loss text-sm">
              {t(`validation:any.${textProblem}`)}
            </p>
          )}
        </div>
        <div className="sm:hidden">
          <Button
            variant="secondary"
            aria-expanded={isPanelOpen}
            aria-controls={panelId}
            onPress={() => view.send({ type: 'panel.toggled' })}
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
