import { useSelector } from '@xstate/react';
import { stepBefore } from '../../machines/kyc/kycSteps.ts';
import type { PreparationSnapshot } from '../../machines/kyc/preparationMachine.ts';
import KycScreen from '../../screens/kyc/KycScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { useStepBack } from '../wiring/useStepBack.ts';

export function KycPage({ app }: PageProps) {
  const kyc = useFlow(app, 'kyc', 'kyc');
  const preparation = useSelector(kyc ?? undefined, (snapshot) => snapshot?.children.preparation);
  useStepBack(app, preparation, (snapshot) => {
    const { verification, step } = (snapshot as PreparationSnapshot).context;
    const before = stepBefore(verification, step);
    return before && { type: 'step.requested', step: before };
  });
  return kyc && <KycScreen kyc={kyc} />;
}
