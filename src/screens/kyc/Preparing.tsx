import { useSelector } from '@xstate/react';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import { stepsOf } from '../../machines/kyc/kycSteps.ts';
import type { PreparationRef, PreparationSnapshot } from '../../machines/kyc/preparationMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { railStates } from './CaseRail.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { DocumentStep } from './DocumentStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';

/** The steps of a preparation, and the current one. */
export function Preparing({ preparation }: { preparation: PreparationRef }) {
  const { t } = useTexts('kyc');
  const state = useSelector(preparation, (snapshot) => snapshot);
  const { step, verification } = state.context;
  const steps = stepsOf(verification);
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
      <Step key={step} preparation={preparation} state={state} />
    </>
  );
}

function Step({ preparation, state }: { preparation: PreparationRef; state: PreparationSnapshot }) {
  const { details, document, camera } = state.children;
  const { step, verification, isChangedElsewhere } = state.context;
  const steps = stepsOf(verification);
  const before = steps[steps.indexOf(step) - 1];
  const back = before && (() => preparation.send({ type: 'step.requested', step: before }));
  if (step === 'review') return <ReviewStep preparation={preparation} state={state} />;
  if (step === 'details') return details ? <DetailsStep details={details} /> : null;
  if (!document) return null;
  return (
    <DocumentStep
      part={step}
      kyc={verification.kyc}
      isChangedElsewhere={isChangedElsewhere}
      document={document}
      camera={step === 'selfie' ? (camera ?? null) : null}
      onBack={back}
      onContinue={() => preparation.send({ type: 'step.continued' })}
    />
  );
}
