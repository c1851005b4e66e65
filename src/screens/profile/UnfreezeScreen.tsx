import { useSelector } from '@xstate/react';
import { Check, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Failure } from '../../components/base/Failure.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Spinner, useSpinner } from '../../components/base/Spinner.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { FreezeDetails, UnfreezeFormRef, UnfreezeRef } from '../../machines/profile/unfreezeMachine.ts';
import { instantText } from '../core/dates.ts';
import { sectionAddress } from '../core/profileSections.ts';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { heldFactor, ProofFields, proofOrder } from './ProofField.tsx';

/** What lifts a freeze that "This was not me" set, and the person's part in it. */
export default function UnfreezeScreen({ actor }: { actor: UnfreezeRef }) {
  const { t } = useTexts('profile');
  const state = useSelector(actor, (snapshot) => snapshot);
  const { details } = state.context;
  const form = state.children.unfreezeForm;
  const isReading = state.hasTag('busy');
  const isSpinning = useSpinner(isReading);
  const refresh = () => actor.send({ type: 'refresh.requested' });
  const again = (
    <Button variant="secondary" onPress={refresh}>
      {t('profile:unfreeze.refresh')}
    </Button>
  );
  if (isReading || isSpinning) {
    return (
      <Page key="reading" title={t('profile:unfreeze.title')}>
        <Spinner label={t('common:loading')} isShown={isSpinning} />
      </Page>
    );
  }
  if (state.matches('lifted')) {
    return (
      <Page key="lifted" title={t('profile:unfreeze.lifted')}>
        <p role="status">{t('profile:unfreeze.liftedText')}</p>
        <LinkButton href="/wallet" variant="primary">
          {t('profile:unfreeze.toWallet')}
        </LinkButton>
      </Page>
    );
  }
  if (!details || state.matches('failed')) {
    return (
      <Page key="failed" title={t('profile:unfreeze.title')}>
        <Failure
          title={t('profile:unfreeze.failed')}
          retry={{ label: t('common:actions.tryAgain'), isBusy: false, onPress: refresh }}
        />
      </Page>
    );
  }
  if (state.matches('supportOnly')) {
    return (
      <Page key="supportOnly" title={t('profile:unfreeze.title')}>
        <p>{t('profile:unfreeze.supportOnly')}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/support" variant="primary">
            {t('profile:unfreeze.tickets')}
          </LinkButton>
          {again}
        </div>
      </Page>
    );
  }
  return (
    <Page key="steps" title={t('profile:unfreeze.title')}>
      <p>{t('profile:unfreeze.text')}</p>
      <ol className="flex flex-col gap-5 self-stretch">
        <OwnPart details={details}>{form && <Proof form={form} details={details} />}</OwnPart>
        <SupportPart details={details} />
      </ol>
      {state.matches('waiting') && again}
    </Page>
  );
}

interface PartProps {
  details: FreezeDetails;
}

function OwnPart({ details, children }: PartProps & { children: ReactNode }) {
  const { t, locale } = useTexts('profile');
  const at = details.user.freeze?.lifting?.proven_at ?? null;
  return (
    <Part title={t('profile:unfreeze.you')} isDone={at !== null}>
      {at !== null ? (
        <p ref={takeLostFocus} tabIndex={-1} role="status" className="focus-elsewhere">
          {t('profile:unfreeze.proven', { time: instantText(at, locale) })}
        </p>
      ) : (
        <>
          <p>
            {t('profile:unfreeze.first')}{' '}
            <Link href={sectionAddress('security')}>{t('profile:unfreeze.toProfile')}</Link>
          </p>
          {children}
        </>
      )}
    </Part>
  );
}

function SupportPart({ details }: PartProps) {
  const { t, locale } = useTexts('profile');
  const at = details.user.freeze?.lifting?.approved_at ?? null;
  return (
    <Part title={t('profile:unfreeze.support')} isDone={at !== null}>
      <p>
        {at !== null
          ? t('profile:unfreeze.agreed', { time: instantText(at, locale) })
          : t('profile:unfreeze.notAgreed')}{' '}
        <Link href="/support">{t('profile:unfreeze.tickets')}</Link>
      </p>
    </Part>
  );
}

function Part({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? Check : Hourglass;
  return (
    <li className="flex gap-3 rounded-card border border-line bg-surface p-4">
      <Icon {...iconProps} className={isDone ? 'mt-0.5 shrink-0 text-gain' : 'mt-0.5 shrink-0 text-wait'} />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h2 className="font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

function Proof({ form, details }: PartProps & { form: UnfreezeFormRef }) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  return (
    <SubmitForm
      form={state}
      send={form.send}
      order={proofOrder}
      label={t('profile:unfreeze.confirm')}
      busyLabel={t('profile:unfreeze.confirming')}
    >
      <ProofFields form={state} send={form.send} factor={heldFactor(details.factors)} />
    </SubmitForm>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="page-title" className="flex max-w-flow flex-col items-start gap-5">
      <PageTitle takesFocus>{title}</PageTitle>
      {children}
    </section>
  );
}
