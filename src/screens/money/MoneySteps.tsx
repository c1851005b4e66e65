import { memo } from 'react';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import { useTexts } from '../core/useTexts.ts';

type MoneyStep = 'amount' | 'review' | 'done';

const order: readonly MoneyStep[] = ['amount', 'review', 'done'];

interface Props {
  /** Where the flow is; null when it has come to its end. */
  now: MoneyStep | null;
  /** The step at which it ended without coming about. */
  failed?: MoneyStep | null;
}

/** Where a flow of money is: Amount → Review → Done. */
export const MoneySteps = memo(function MoneySteps({ now, failed = null }: Props) {
  const { t } = useTexts('transactions');
  const at = now === null ? order.length : order.indexOf(now);
  return (
    <FlowRail
      label={t('transactions:flow.steps')}
      stateLabels={{
        past: t('transactions:steps.past'),
        now: t('transactions:steps.now'),
        next: t('transactions:steps.next'),
        failed: t('transactions:steps.failed'),
      }}
      steps={order.map((id, index) => ({
        id,
        label: t(`transactions:flow.step.${id}`),
        state: id === failed ? 'failed' : index < at ? 'past' : index === at ? 'now' : 'next',
      }))}
    />
  );
});
