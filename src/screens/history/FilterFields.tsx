import { shallowEqual, useSelector } from '@xstate/react';
import { memo } from 'react';
import type { SnapshotFrom } from 'xstate';
import { tokenSymbols } from '../../../contract/tokens.ts';
import { transactionKinds, transactionStatuses } from '../../../contract/transactions.ts';
import { DateField } from '../../components/fields/DateField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import type { HistoryRef } from '../../machines/history/historyArea.ts';
import { problemsOf } from '../../machines/history/historyQuery.ts';
import {
  type HistoryViewRef,
  haveSameFilters,
  selectFilters,
} from '../../machines/history/historyViewMachine.ts';
import { useFilterFields } from '../core/filterFields.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  history: HistoryRef;
  view: HistoryViewRef;
}

/**
 * The fields for kind, token, status and days. Days are applied after a pause, the others at once. Memoised and compared, because fields are
 * the dearest part of the page to draw: another page of the same tokens draws none of them again.
 */
export default memo(function FilterFields({ history, view }: Props) {
  const { t } = useTexts('transactions');
  const query = useSelector(view, selectFilters, haveSameFilters);
  const typed = useSelector(view, (state) => state.context.typed, shallowEqual);
  const seen = useSelector(history, tokensOnPage, shallowEqual);
  const problems = problemsOf(query);
  // Further tokens can be chosen if the page shows them, or if they are already chosen.
  const further = [...seen, problems.token ? '' : query.filters.token];
  const symbols = [...new Set([...tokenSymbols, ...further.filter((symbol) => symbol !== '')])];
  const { day, choice } = useFilterFields({ values: query.filters, typed, problems, send: view.send });
  return (
    <>
      <Select
        label={t('transactions:filters.kind')}
        {...choice(
          'kind',
          transactionKinds.map((kind) => ({ value: kind, label: t(`transactions:kinds.${kind}`) })),
        )}
      />
      <Select
        label={t('transactions:filters.token')}
        {...choice(
          'token',
          symbols.map((symbol) => ({
            value: symbol,
            label: symbol,
            mark: <TokenMark symbol={symbol} size="sm" />,
          })),
        )}
      />
      <Select
        label={t('transactions:filters.status')}
        {...choice(
          'status',
          transactionStatuses.map((status) => ({
            value: status,
            label: t(`transactions:statuses.${status}`),
          })),
        )}
      />
      <DateField label={t('transactions:filters.from')} {...day('date_from')} />
      <DateField label={t('transactions:filters.to')} {...day('date_to')} />
    </>
  );
});

const tokensOnPage = ({ context: { data } }: SnapshotFrom<HistoryRef>): string[] =>
  [...new Set(data?.data.map(({ token }) => token))].sort();
