import { FlowRail } from '../../components/base/FlowRail.tsx';
import { useTexts } from './useTexts.ts';

interface Props<Id extends string> {
  steps: readonly { readonly id: Id; readonly label: string }[];
  /** How many are past; all of them when the flow has come to its end. */
  past: number;
  /** The step at which it ended without coming about. */
  failed: Id | null;
}

/** Where a flow is among its steps. */
export function FlowSteps<Id extends string>({ steps, past, failed }: Props<Id>) {
  const { t } = useTexts('transactions');
  return (
    <FlowRail
      label={t('transactions:flow.steps')}
      stateLabels={{
        past: t('transactions:steps.past'),
        now: t('transactions:steps.now'),
        next: t('transactions:steps.next'),
        failed: t('transactions:steps.failed'),
      }}
      steps={steps.map((step, index) => ({
        ...step,
        state: step.id === failed ? 'failed' : index < past ? 'past' : index === past ? 'now' : 'next',
      }))}
    />
  );
}
