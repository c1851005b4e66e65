import { useSelector } from '@xstate/react';
import { eventTypes, groupings } from '../../../contract/analytics.ts';
import { DateField } from '../../components/fields/DateField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { filterNames, problemsOf, withFilters } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import { DatePresets } from '../core/DatePresets.tsx';
import { FilterPanel } from '../core/FilterPanel.tsx';
import { useDayTexts, useFilterFields } from '../core/filterFields.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  view: AnalyticsViewRef;
  timeZone: string;
  /** The clock, in milliseconds. */
  now: () => number;
}

/** The filters: events, days, and grouping. On a narrow page all but the common ranges of days are folded. */
export function AnalyticsFilters({ view, timeZone, now }: Props) {
  const { t } = useTexts('analytics', 'transactions');
  const { query, typed, display } = useSelector(view, (state) => state.context);
  const problems = problemsOf(query);
  const { day, choice } = useFilterFields({ values: query, typed, problems, send: view.send });
  const type = eventTypes.find((each) => each === query.type);
  const texts = {
    type: type ? t(`analytics:types.${type}`) : query.type,
    ...useDayTexts({ values: query, problems }),
  };

  return (
    <FilterPanel
      foldedBelow="md"
      isOpen={display.isPanelOpen}
      isInvalid={Object.keys(problems).length > 0}
      active={filterNames.filter((name) => query[name] !== '').map((name) => ({ name, text: texts[name] }))}
      send={view.send}
      head={(button) => (
        <DatePresets
          days={query}
          timeZone={timeZone}
          now={now}
          onChoose={(days) => view.send({ type: 'query.requested', query: withFilters(query, days) })}
        >
          {button}
        </DatePresets>
      )}
    >
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
    </FilterPanel>
  );
}
