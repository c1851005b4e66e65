import type { TFunction } from 'i18next';
import type { KycCase } from '../../../contract/kyc.ts';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import { useTexts } from '../core/useTexts.ts';

const order = ['prepare', 'review', 'verified'] as const;

/** What the failed step is called, because a case is not under review, or verified, any more. */
const failedLabels = { review: 'kyc:rail.rejected', verified: 'kyc:rail.expired' } as const;

/** The number of past steps, and the failed one. */
const places: Readonly<Record<KycCase['status'], { past: number; failed?: keyof typeof failedLabels }>> = {
  notStarted: { past: 0 },
  inProgress: { past: 0 },
  pending: { past: 1 },
  approved: { past: 3 },
  rejected: { past: 1, failed: 'review' },
  expired: { past: 2, failed: 'verified' },
  unknown: { past: 1 },
};

/** The progress of a case: documents → review → verified. */
export function CaseRail({ status }: { status: KycCase['status'] }) {
  const { t } = useTexts('kyc');
  const { past, failed } = places[status];
  return (
    <FlowRail
      label={t('kyc:rail.label')}
      stateLabels={railStates(t)}
      steps={order.map((id, index) => ({
        id,
        label: t(id === failed ? failedLabels[id] : `kyc:rail.${id}`),
        state: id === failed ? 'failed' : index < past ? 'past' : index === past ? 'now' : 'next',
      }))}
    />
  );
}

/** The state of a step, which a screen reader says before its name. */
export function railStates(t: TFunction<['kyc']>) {
  return {
    past: t('kyc:rail.past'),
    now: t('kyc:rail.now'),
    next: t('kyc:rail.next'),
    failed: t('kyc:rail.failed'),
  };
}
