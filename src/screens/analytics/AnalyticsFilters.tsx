import { useSelector } from '@xstate/react';
import { eventTypes, groupings } from '../../../contract/analytics.ts';
import { Button } from '../../components/base/Button.tsx';
import { DateField } from '../../components/fields/DateField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { hasFilters, problemsOf, withFilters } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import { DatePresets } from '../core/DatePresets.tsx';
import { useFilterFields } from '../core/filterFields.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  view: AnalyticsViewRef;
  timeZone: string;
  /** The clock, in milliseconds. */
  now: () => number;
}

/** The filters: events, days, and grouping. */
export function AnalyticsFilters({ view, timeZone, now }: Props) {
  const { t } = useTexts('analytics', 'transactions');
  const { query, typed } = useSelector(view, (state) => state.context);
  const { day, choice } = useFilterFields({
    values: query,
    typed,
    problems: problemsOf(query),
    send: view.send,
  });

  return (
    <section aria-label={t('transactions:filters.label')} className="flex flex-col gap-4">
      <DatePresets
        days={query}
        timeZone={timeZone}
        now={now}
        onChoose={(days) => view.send({ type: 'query.requested', query: withFilters(query, days) })}
      />
      <div className="grid items-start gap-4 min-[22.5rem]:max-md:grid-cols-2 min-[22.5rem]:max-md:*:first-of-type:col-span-2 min-[22.5rem]:max-md:*:last-of-type:col-span-2 md:grid-cols-4">
        <Select
          label={t('analytics:type')}
          {...choice(
            'type',
            eventTypes.map((type) => ({ value: type, label: t(`analytics:types.${type}`) })),
          )}
        />
        <DateField label={t('transactions:filters.from')} {...day('date_from')} />
        <DateField label={t('transactions:filters.to')} {...day('date_to')} />
        <Select
          label={t('analytics:groupBy')}
          {...choice(
            'group_by',
            groupings.map((grouping) => ({ value: grouping, label: t(`analytics:groups.${grouping}`) })),
            'daily',
          )}
        />
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
