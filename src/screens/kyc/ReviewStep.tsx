import type { KycCase } from '../../../contract/kyc.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import {
  documentsOf,
  type KycStep,
  partOfStep,
  stepsOf,
  type Verification,
} from '../../machines/kyc/kycSteps.ts';
import type { PreparationRef, PreparationSnapshot } from '../../machines/kyc/preparationMachine.ts';
import { dayText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  preparation: PreparationRef;
  state: PreparationSnapshot;
}

/** Everything that will be submitted, with links back to each step. */
export function ReviewStep({ preparation, state }: Props) {
  const { t } = useTexts('kyc');
  const { verification } = state.context;
  const isSubmitting = state.hasTag('busy');
  const steps = stepsOf(verification).filter((step) => step !== 'review');
  return (
    <Card className="flex flex-col gap-4">
      <StepTitle>{t('kyc:review.title')}</StepTitle>
      <p>{t('kyc:review.text')}</p>
      <Refused state={state} />
      <Facts>
        {steps.map((step) => (
          <Fact key={step} term={t(`kyc:steps.${step}`)} isTall>
            <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
              <Content step={step} verification={verification} />
              {!isSubmitting && (
                <Button
                  variant="quiet"
                  aria-label={t('kyc:review.changeNamed', { step: t(`kyc:steps.${step}`) })}
                  onPress={() => preparation.send({ type: 'step.requested', step })}
                >
                  {t('kyc:review.change')}
                </Button>
              )}
            </div>
          </Fact>
        ))}
      </Facts>
      <LiveRegion message={isSubmitting ? t('kyc:review.submitting') : ''} />
      <Button
        isWide
        isPending={isSubmitting}
        onPress={() => preparation.send({ type: 'submission.requested' })}
      >
        {t('kyc:review.submit')}
      </Button>
    </Card>
  );
}

function Content({ step, verification: { kyc, user } }: { step: KycStep; verification: Verification }) {
  const { locale } = useTexts('kyc');
  const part = partOfStep(step);
  if (part) {
    const ready = documentsOf(kyc, part).filter(({ status }) => status === 'uploaded');
    return <Files documents={ready} />;
  }
  const country = user.country && new Intl.DisplayNames(locale, { type: 'region' }).of(user.country);
  const born = user.date_of_birth && dayText(user.date_of_birth, locale);
  return (
    <span>
      {user.first_name} {user.last_name}
      <span className="block text-muted text-sm">{[born, country].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

function Files({ documents }: { documents: readonly KycCase['documents'][number][] }) {
  const { t } = useTexts('kyc');
  return (
    <ul className="min-w-0 flex-1 basis-48">
      {documents.map(({ id, type, name }) => (
        <li key={id}>
          {t(`kyc:types.${type}`)}
          <span className="block text-muted text-sm [overflow-wrap:anywhere]">{name}</span>
        </li>
      ))}
    </ul>
  );
}

/** Why the submission failed, and what to do. */
function Refused({ state }: { state: PreparationSnapshot }) {
  const { t } = useTexts('kyc');
  const { failure, refused } = state.context;
  const missing = Object.entries(refused);
  if (!failure && missing.length === 0) return null;
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-card border border-loss p-4">
      <p className="font-semibold">{t('kyc:review.failed')}</p>
      {failure && (
        <p>
          {t(failureText[failure.code].sentence)}{' '}
          {t(failure.requestId === null ? 'kyc:review.unsure' : failureText[failure.code].next)}
        </p>
      )}
      {missing.length > 0 && (
        <>
          <p>{t('kyc:review.missing')}</p>
          <ul className="list-disc pl-5">
            {missing.map(([name, rule]) => (
              <li key={name}>{missingText(name, t(ruleText(name, rule)))}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );

  function missingText(name: string, words: string): string {
    if (name === 'identity' || name === 'address' || name === 'selfie') return t(`kyc:steps.${name}`);
    return words;
  }
}
