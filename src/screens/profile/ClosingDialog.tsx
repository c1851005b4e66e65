import { useSelector } from '@xstate/react';
import type { ClosingObstacle } from '../../../contract/accountData.ts';
import { amountText } from '../../../contract/amountParts.ts';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Failure } from '../../components/base/Failure.tsx';
import { Link } from '../../components/base/Link.tsx';
import { Spinner, useSpinner } from '../../components/base/Spinner.tsx';
import { takeFocusMeanwhile, takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { ClosingFormRef, ClosingRef } from '../../machines/profile/closingMachine.ts';
import { instantDayText, instantText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { type HeldFactor, ProofField } from './ProofField.tsx';

interface Props {
  dialog: ClosingRef;
  factor: HeldFactor;
  onExport: () => void;
}

/** Closes an account: shows what prevents it and how to resolve that, or what is deleted and what is kept. */
export default function ClosingDialog({ dialog, factor, onExport }: Props) {
  const { t } = useTexts('profile');
  const { closing, failure, isBusy } = useSelector(dialog, ({ context }) => context);
  const form = useSelector(dialog, ({ children }) => children.closingForm);
  const isReading = useSelector(dialog, (snapshot) => snapshot.matches('reading'));
  const isHindered = closing !== null && closing.obstacles.length > 0;
  const isAwaited = isReading && !failure && !isHindered;
  const isSpinning = useSpinner(isAwaited);
  const dismiss = () => dialog.send({ type: 'closing.dismissed' });
  const ask = () => dialog.send({ type: 'retry.requested' });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isDismissable={false}
      isHeld={isBusy}
      onOpenChange={dismiss}
      title={t('profile:closing.title')}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        {isAwaited || isSpinning ? (
          <div ref={takeFocusMeanwhile} tabIndex={-1} className="focus-elsewhere">
            <Spinner label={t('common:loading')} isShown={isSpinning} />
          </div>
        ) : (
          <>
            {failure && (
              <Failure
                title={t('profile:closing.failed')}
                retry={{ label: t('common:actions.tryAgain'), isBusy: isReading, onPress: ask }}
              >
                {t(failureText[failure.code].next)}
              </Failure>
            )}
            {isHindered && (
              <>
                <Obstacles obstacles={closing.obstacles} onLeave={dismiss} />
                <Button variant="secondary" isPending={isReading} onPress={ask}>
                  {t('profile:closing.again')}
                </Button>
              </>
            )}
            {closing && form && (
              <ClosingForm form={form} factor={factor} keptUntil={closing.kept_until} onExport={onExport} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const toSupport = { to: '/support', label: 'profile:closing.toSupport' } as const;
const toHistory = { to: '/transactions/history', label: 'profile:closing.toHistory' } as const;

const shown = {
  frozen: { text: 'profile:closing.frozen', way: toSupport },
  locked: { text: 'profile:closing.locked', way: null },
  balance: {
    text: 'profile:closing.balance',
    way: { to: '/transactions', label: 'profile:closing.toSend' },
  },
  hold: { text: 'profile:closing.hold', way: toSupport },
  payment: { text: 'profile:closing.payment', way: toHistory },
  deposit: { text: 'profile:closing.deposit', way: toHistory },
  unknown: { text: 'profile:closing.unknown', way: toSupport },
} as const;

interface ObstaclesProps {
  obstacles: readonly ClosingObstacle[];
  onLeave: () => void;
}

function Obstacles({ obstacles, onLeave }: ObstaclesProps) {
  const { t, locale } = useTexts('profile');
  const textOf = ({ reason, token, amount: sum, until }: ClosingObstacle) => {
    if (until !== null) return t('profile:closing.lockedUntil', { time: instantText(until, locale) });
    const amount = token === null ? '' : `${amountText(String(sum), locale)}\u00a0${token}`;
    return t(shown[reason].text, { amount });
  };
  return (
    <section aria-labelledby="closing-obstacles" className="flex flex-col gap-3">
      <h3 ref={takeLostFocus} tabIndex={-1} id="closing-obstacles" className="focus-elsewhere font-medium">
        {t('profile:closing.hindered')}
      </h3>
      <ul className="flex list-disc flex-col gap-3 ps-5">
        {obstacles.map((each) => {
          const { way } = shown[each.reason];
          return (
            <li key={`${each.reason} ${each.token} ${each.until}`} className="[overflow-wrap:anywhere]">
              {textOf(each)}{' '}
              {way && (
                <Link href={way.to} onPress={onLeave}>
                  {t(way.label)}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface FormProps {
  form: ClosingFormRef;
  factor: HeldFactor;
  keptUntil: string;
  onExport: () => void;
}

function ClosingForm({ form, factor, keptUntil, onExport }: FormProps) {
  const { t, locale } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <>
      <p ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere">
        {t('profile:closing.deleted')}
      </p>
      <p>{t('profile:closing.kept', { date: instantDayText(keptUntil, locale) })}</p>
      <p>{t('profile:closing.after')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-56">{t('profile:closing.export')}</p>
        <Button
          variant="secondary"
          reason={state.hasTag('busy') ? t('profile:closing.busy') : undefined}
          isBrief
          onPress={onExport}
        >
          {t('profile:data.download')}
        </Button>
      </div>
      <SubmitForm
        form={state}
        send={form.send}
        order={['password', 'code', 'otp']}
        label={t('profile:closing.title')}
        busyLabel={t('profile:closing.busy')}
        variant="danger"
      >
        <ProofField
          hasPassword={state.context.values.hasPassword}
          password={field('password')}
          code={field('code')}
          otp={field('otp')}
          factor={factor}
        />
      </SubmitForm>
    </>
  );
}
