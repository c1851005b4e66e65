import { FlowRail } from '../../components/base/FlowRail.tsx';
import { useTexts } from './useTexts.ts';

interface Props<Id extends string> {
  steps: readonly { readonly id: Id; readonly label: string }[];
  /** The number of past steps; all of them when the flow has finished. */
  past: number;
  /** The step at which the flow failed. */
  failed: Id | null;
}

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
