import { useSelector } from '@xstate/react';
import { transactionSteps } from '../../../contract/statuses.ts';
import { tokenSymbols } from '../../../contract/tokens.ts';
import { transactionKinds } from '../../../contract/transactions.ts';
import { DateField } from '../../components/fields/DateField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { type FilterName, problemsOf } from '../../machines/history/historyQuery.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import { useMoneyWords } from '../money/moneyWords.ts';

const everything = 'all';
const statuses = Object.keys(transactionSteps) as (keyof typeof transactionSteps)[];

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
}

/** The filters that are chosen: kind, token, status and days. Days are asked after a pause, the rest at once. */
export default function FilterFields({ history, view }: Props) {
  const { t } = useMoneyWords();
  const { query, typed } = useSelector(view, (state) => state.context);
  const lines = useSelector(history, (state) => state.context.data?.data);
  const problems = problemsOf(query);
  // Whoever holds further tokens can choose those that the page shows, and the one that was chosen.
  const further = [...(lines ?? []).map(({ token }) => token), problems.token ? '' : query.filters.token];
  const symbols = [...new Set([...tokenSymbols, ...further.filter((symbol) => symbol !== '')])];
  const shownOf = (name: FilterName) => typed[name] ?? query.filters[name];
  const errorOf = (name: FilterName) => {
    const problem = typed[name] === undefined ? problems[name] : undefined;
    if (problem === undefined) return undefined;
    if (problem === 'order') return t('transactions:problems.order');
    const isDay = name === 'date_from' || name === 'date_to';
    return t(isDay ? 'transactions:problems.day' : 'transactions:problems.choice', {
      value: query.filters[name].slice(0, 40),
    });
  };
  const type = (name: FilterName) => (value: string | null) =>
    view.send({ type: 'filter.typed', name, value: value ?? '' });

  const choice = (name: 'kind' | 'token' | 'status', label: string, values: [string, string][]) => (
    <Select
      label={label}
      error={errorOf(name)}
      options={[
        { value: everything, label: t('transactions:filters.all') },
        ...values.map(([value, words]) => ({ value, label: words })),
      ]}
      value={problems[name] ? null : shownOf(name) || everything}
      placeholder={t('transactions:filters.choose')}
      onChange={(value) =>
        view.send({ type: 'filter.chosen', name, value: value === everything ? '' : value })
      }
    />
  );

  return (
    <>
      {choice(
        'kind',
        t('transactions:filters.kind'),
        transactionKinds.map((kind) => [kind, t(`transactions:kinds.${kind}`)]),
      )}
      {choice(
        'token',
        t('transactions:filters.token'),
        symbols.map((symbol) => [symbol, symbol]),
      )}
      {choice(
        'status',
        t('transactions:filters.status'),
        statuses.map((status) => [status, t(`transactions:statuses.${status}`)]),
      )}
      <DateField
        label={t('transactions:filters.from')}
        error={errorOf('date_from')}
        value={shownOf('date_from') || null}
        onChange={type('date_from')}
      />
      <DateField
        label={t('transactions:filters.to')}
        description={t('transactions:filters.days')}
        error={errorOf('date_to')}
        value={shownOf('date_to') || null}
        onChange={type('date_to')}
      />
    </>
  );
}
