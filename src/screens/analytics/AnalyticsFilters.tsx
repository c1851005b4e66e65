import { useSelector } from '@xstate/react';
import { eventTypes, groupings } from '../../../contract/analytics.ts';
import { Button } from '../../components/base/Button.tsx';
import { DateField } from '../../components/fields/DateField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { type AnalyticsFilter, hasFilters, problemsOf } from '../../machines/analytics/analyticsQuery.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import { useAnalyticsWords } from './analyticsWords.ts';

const everything = 'all';

interface Props {
  view: AnalyticsViewRef;
  timeZone: string;
}

/** What is counted: which events, of which days, and by what they are put together. */
export function AnalyticsFilters({ view, timeZone }: Props) {
  const { t } = useAnalyticsWords();
  const { query, typed } = useSelector(view, (state) => state.context);
  const problems = problemsOf(query);
  const errorOf = (name: AnalyticsFilter) => {
    const problem = typed[name] === undefined ? problems[name] : undefined;
    if (problem === undefined) return undefined;
    if (problem === 'order') return t('transactions:problems.order');
    const isDay = name === 'date_from' || name === 'date_to';
    return t(isDay ? 'transactions:problems.day' : 'transactions:problems.choice', {
      value: query[name].slice(0, 40),
    });
  };
  const choose = (name: AnalyticsFilter) => (value: string) =>
    view.send({ type: 'filter.chosen', name, value: value === everything ? '' : value });
  const type = (name: AnalyticsFilter) => (value: string | null) =>
    view.send({ type: 'filter.typed', name, value: value ?? '' });

  return (
    <section aria-label={t('transactions:filters.label')} className="flex flex-col gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] items-start gap-4">
        <Select
          label={t('analytics:type')}
          error={errorOf('type')}
          options={[
            { value: everything, label: t('transactions:filters.all') },
            ...eventTypes.map((value) => ({ value: value as string, label: t(`analytics:types.${value}`) })),
          ]}
          value={problems.type ? null : query.type || everything}
          placeholder={t('transactions:filters.choose')}
          onChange={choose('type')}
        />
        <DateField
          label={t('transactions:filters.from')}
          error={errorOf('date_from')}
          value={(typed.date_from ?? query.date_from) || null}
          onChange={type('date_from')}
        />
        <DateField
          label={t('transactions:filters.to')}
          error={errorOf('date_to')}
          value={(typed.date_to ?? query.date_to) || null}
          onChange={type('date_to')}
        />
        <Select
          label={t('analytics:groupBy')}
          error={errorOf('group_by')}
          options={groupings.map((value) => ({
            value: value as string,
            label: t(`analytics:groups.${value}`),
          }))}
          value={problems.group_by ? null : query.group_by || 'daily'}
          placeholder={t('transactions:filters.choose')}
          onChange={choose('group_by')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-muted text-sm">{t('analytics:days', { zone: timeZone })}</p>
        {hasFilters(query) && (
          <Button variant="quiet" onPress={() => view.send({ type: 'filters.cleared' })}>
            {t('transactions:filters.clear')}
          </Button>
        )}
      </div>
    </section>
  );
}
