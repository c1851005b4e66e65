import { useSelector } from '@xstate/react';
import type { KycCase } from '../../../contract/kyc.ts';
import { ChangeRegion } from '../../components/base/LiveRegion.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { KycRef, KycSnapshot } from '../../machines/kyc/kycMachine.ts';
import type { Verification } from '../../machines/kyc/kycSteps.ts';
import { failureText } from '../core/failureText.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useTexts } from '../core/useTexts.ts';
import { CaseRail } from './CaseRail.tsx';
import { InvitingScreen } from './InvitingScreen.tsx';
import { Preparing } from './Preparing.tsx';
import { Unlocks } from './Unlocks.tsx';
import { VerifiedScreen } from './VerifiedScreen.tsx';
import { WaitingScreen } from './WaitingScreen.tsx';

/** The verification of a person's identity: the current step, and the progress. */
export default function KycScreen({ kyc }: { kyc: KycRef }) {
  const { t } = useTexts('kyc');
  const state = useSelector(kyc, (snapshot) => snapshot);
  const { verification } = state.context;
  return (
    <section aria-labelledby="page-title" className="flex flex-wrap items-start gap-x-12 gap-y-6">
      <div className="flex w-full max-w-flow flex-col gap-6">
        {/* The pressed button disappears with its step, so the title takes the focus. */}
        <PageTitle key={String(state.matches({ stage: 'preparing' }))} takesFocus={verification !== null}>
          {t('kyc:title')}
        </PageTitle>
        <ReadingState kyc={kyc} state={state} />
        {verification && !state.matches({ stage: 'preparing' }) && (
          <>
            <NewStatus status={verification.kyc.status} />
            <CaseRail status={verification.kyc.status} />
          </>
        )}
        {verification && <Stand kyc={kyc} state={state} verification={verification} />}
      </div>
      {verification && <Unlocks kyc={verification.kyc} />}
    </section>
  );
}

/** Announces a status that came while the page was open. */
function NewStatus({ status }: { status: KycCase['status'] }) {
  const { t } = useTexts('kyc');
  return <ChangeRegion message={t(`kyc:${status === 'inProgress' ? 'notStarted' : status}.title`)} />;
}

interface StandProps {
  kyc: KycRef;
  state: KycSnapshot;
  verification: Verification;
}

function Stand({ kyc, state, verification }: StandProps) {
  const preparation = useSelector(kyc, ({ children }) => children.preparation);
  const isBusy = state.hasTag('busy') && !state.hasTag('slow');
  if (preparation) return <Preparing preparation={preparation} />;
  if (state.matches({ stage: 'verified' })) return <VerifiedScreen kyc={verification.kyc} />;
  if (state.matches({ stage: 'waiting' })) {
    return (
      <WaitingScreen
        kyc={verification.kyc}
        isBusy={isBusy}
        onCheck={() => kyc.send({ type: 'refresh.requested' })}
      />
    );
  }
  return (
    <InvitingScreen
      kyc={verification.kyc}
      isBusy={isBusy}
      onBegin={() => kyc.send({ type: 'preparation.begun' })}
    />
  );
}

/** Whether the shown case is loading, failed to load, or is old. */
function ReadingState({ kyc, state }: { kyc: KycRef; state: KycSnapshot }) {
  const { t } = useTexts('kyc');
  const { verification, failure } = state.context;
  const isLoading = state.matches({ reading: 'loading' });
  if (!verification && isLoading && !state.hasTag('slow')) {
    return (
      <>
        <p role="status" className="sr-only">
          {t('kyc:loading')}
        </p>
        <Skeleton className="h-72 w-full" />
      </>
    );
  }
  const isLate = isLoading && state.hasTag('slow');
  if (!isLate && !(failure && state.matches({ reading: 'failed' }))) return null;
  const retry = {
    retryLabel: t('common:actions.tryAgain'),
    onRetry: () => kyc.send({ type: 'refresh.requested' }),
  };
  const why = isLate || !failure ? t('common:form.slow') : t(failureText[failure.code].sentence);
  if (verification) {
    return (
      <Stale {...retry}>
        {t('kyc:stale')} {why}
      </Stale>
    );
  }
  return (
    <ReadFailure
      failure={isLate ? null : failure}
      title={t('kyc:failed')}
      safe={t('kyc:safe')}
      isRetrying={false}
      onRetry={retry.onRetry}
    />
  );
}
