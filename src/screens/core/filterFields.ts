import type { ReactNode } from 'react';
import type { Rule } from '../../../contract/rules.ts';
import type { FilterSet, Filters } from '../../machines/core/createFilterMachine.ts';
import { dayText } from './dates.ts';
import { useTexts } from './useTexts.ts';

interface Filtered<Name extends string> {
  /** The filters in the address. */
  values: Readonly<Record<Name, string>>;
  typed: Filters<Name>;
  /** The errors of the filters in the address. */
  problems: Partial<Record<Name, Rule>>;
  send: (event: FilterSet<Name> & { type: 'filter.typed' | 'filter.chosen' }) => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly mark?: ReactNode;
}

const everything = 'all';

/** The props of filter fields, by the filter's name. Days are applied after a pause, choices at once. */
export function useFilterFields<Name extends string>({ values, typed, problems, send }: Filtered<Name>) {
  const { t } = useTexts('transactions');
  const shown = (name: Name) => typed[name] ?? values[name];
  const errorOf = (name: Name, kind: 'day' | 'choice') => {
    const problem = typed[name] === undefined ? problems[name] : undefined;
    if (problem === undefined) return undefined;
    if (problem === 'order') return t('transactions:problems.order');
    return t(kind === 'day' ? 'transactions:problems.day' : 'transactions:problems.choice', {
      value: values[name].slice(0, 40),
    });
  };
  return {
    day: (name: Name) => ({
      error: errorOf(name, 'day'),
      value: shown(name) || null,
      onChange: (value: string | null) => send({ type: 'filter.typed', name, value: value ?? '' }),
    }),
    /** `otherwise`: the choice when the address has none; by default all. */
    choice: (name: Name, options: readonly Option[], otherwise = everything) => ({
      error: errorOf(name, 'choice'),
      options:
        otherwise === everything
          ? [{ value: everything, label: t('transactions:filters.all') }, ...options]
          : options,
      value: problems[name] ? null : shown(name) || otherwise,
      placeholder: t('transactions:filters.choose'),
      onChange: (value: string) =>
        send({ type: 'filter.chosen', name, value: value === everything ? '' : value }),
    }),
  };
}

type DayName = 'date_from' | 'date_to';

/** The active days in words; an unreadable one is shown as in the address. Of a day that is not set, only the field's name. */
export function useDayTexts({
  values,
  problems,
}: {
  values: Readonly<Record<DayName, string>>;
  problems: Partial<Record<DayName, Rule>>;
}): Readonly<Record<DayName, string>> {
  const { t, locale } = useTexts('transactions');
  const day = (name: DayName) => {
    const isReadable = problems[name] === undefined || problems[name] === 'order';
    return values[name] && isReadable ? dayText(values[name], locale) : values[name];
  };
  return {
    date_from: `${t('transactions:filters.from')}: ${day('date_from')}`,
    date_to: `${t('transactions:filters.to')}: ${day('date_to')}`,
  };
}
