import { isFinal, type StatusTable, transactionSteps } from '../../../contract/statuses.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import { alternativesText } from '../core/alternativesText.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

const table: StatusTable = transactionSteps;

/** The past steps of a transaction, and the possible next ones by the table of steps. */
export function Timeline({ transaction: { timeline, status } }: { transaction: Transaction }) {
  const { t, locale } = useTexts('transactions');
  const came = timeline.map((step, index) => ({
    id: `${index}`,
    label: t(`transactions:statuses.${step.status}`),
    detail: instantText(step.at, locale),
    state:
      index < timeline.length - 1
        ? ('past' as const)
        : step.status === 'failed' || step.status === 'cancelled'
          ? ('failed' as const)
          : isFinal(table, step.status)
            ? ('past' as const)
            : ('now' as const),
  }));
  const possible = status === 'unknown' ? [] : transactionSteps[status];
  const next = alternativesText(
    possible.map((each) => t(`transactions:next.${each}`)),
    locale,
  );
  return (
    <FlowRail
      orientation="vertical"
      label={t('transactions:details.timeline')}
      stateLabels={{
        past: t('transactions:steps.past'),
        now: t('transactions:steps.now'),
        next: t('transactions:steps.next'),
        failed: t('transactions:steps.failed'),
      }}
      steps={next === '' ? came : [...came, { id: 'next', label: next, state: 'next' }]}
    />
  );
}
