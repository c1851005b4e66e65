import { memo } from 'react';
import { FlowSteps } from '../core/FlowSteps.tsx';
import { useTexts } from '../core/useTexts.ts';

type MoneyStep = 'draft' | 'review' | 'done';

const order: readonly MoneyStep[] = ['draft', 'review', 'done'];

interface Props {
  /** Which field the form begins with. */
  first: 'amount' | 'recipient';
  /** The current step; null when the flow has finished. */
  now: MoneyStep | null;
  /** The step at which the flow failed. */
  failed?: MoneyStep | null;
}

/** The progress of a money flow: form → Review → Done. */
export const MoneySteps = memo(function MoneySteps({ first, now, failed = null }: Props) {
  const { t } = useTexts('transactions');
  const nameOf = (id: MoneyStep) =>
    id === 'draft' ? first : id === 'done' && failed === id ? 'notDone' : id;
  return (
    <FlowSteps
      steps={order.map((id) => ({ id, label: t(`transactions:flow.step.${nameOf(id)}`) }))}
      past={now === null ? order.length : order.indexOf(now)}
      failed={failed}
    />
  );
});
