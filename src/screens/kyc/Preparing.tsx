import { useSelector } from '@xstate/react';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import type { KycRef, KycSnapshot } from '../../machines/kyc/kycMachine.ts';
import { stepsOf, type Verification } from '../../machines/kyc/kycSteps.ts';
import { railStates } from './CaseRail.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { DocumentStep } from './DocumentStep.tsx';
import { useKycWords } from './kycWords.ts';
import { ReviewStep } from './ReviewStep.tsx';

interface Props {
  kyc: KycRef;
  state: KycSnapshot;
  verification: Verification;
}

/** The steps of a preparation, and the one a person is at. */
export function Preparing({ kyc, state, verification }: Props) {
  const { t } = useKycWords();
  const steps = stepsOf(verification);
  const { step } = state.context;
  const at = steps.indexOf(step);
  return (
    <>
      <FlowRail
        label={t('kyc:steps.label')}
        stateLabels={railStates(t)}
        steps={steps.map((id, index) => ({
          id,
          label: t(`kyc:steps.${id}`),
          state: index < at ? 'past' : index === at ? 'now' : 'next',
        }))}
      />
      <Step key={step} kyc={kyc} state={state} verification={verification} />
    </>
  );
}

function Step({ kyc, state, verification }: Props) {
  const { details, document, camera } = useSelector(kyc, ({ children }) => children);
  const { step } = state.context;
  const steps = stepsOf(verification);
  const before = steps[steps.indexOf(step) - 1];
  const back = before && (() => kyc.send({ type: 'step.requested', step: before }));
  if (step === 'review') return <ReviewStep kyc={kyc} state={state} verification={verification} />;
  if (step === 'details') return details ? <DetailsStep details={details} /> : null;
  if (!document) return null;
  return (
    <DocumentStep
      part={step}
      kyc={verification.kyc}
      document={document}
      camera={step === 'selfie' ? (camera ?? null) : null}
      onBack={back}
      onContinue={() => kyc.send({ type: 'step.continued' })}
    />
  );
}
