import { useSelector } from '@xstate/react';
import { Hourglass, Lock } from 'lucide-react';
import type { SecurityMember, ToldSecuritySettings } from '../../../contract/securitySettings.ts';
import { Awaited } from '../../components/base/Awaited.tsx';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Failure } from '../../components/base/Failure.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { passFocus } from '../../components/base/passFocus.ts';
import { TimeLeft } from '../../components/base/TimeLeft.tsx';
import { type SettingsTopic, settingsTopics } from '../../machines/profile/limitsForm.ts';
import type { LimitsDialogRef } from '../../machines/profile/limitsMachine.ts';
import { instantText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { LimitsFields } from './LimitsFields.tsx';
import type { HeldFactor } from './ProofField.tsx';
import { useSettingText } from './useSettingText.ts';

interface Props {
  dialog: LimitsDialogRef;
  factor: HeldFactor;
}

/** The security settings of one topic, with their pending changes. */
export default function LimitsDialog({ dialog, factor }: Props) {
  const { t } = useTexts('profile');
  const { topic, settings, now } = useSelector(dialog, ({ context }) => context);
  const form = useSelector(dialog, ({ children }) => children.limitsForm);
  const hasFailed = useSelector(dialog, (snapshot) => snapshot.matches('failed'));
  const isHeld = useSelector(dialog, (snapshot) => !snapshot.can({ type: 'limits.closed' }));
  return (
    <Dialog
      isOpen
      isDismissable={false}
      isHeld={isHeld}
      onOpenChange={() => dialog.send({ type: 'limits.closed' })}
      title={t(titles[topic].title)}
      closeLabel={t('common:actions.close')}
    >
      <div className="flex flex-col gap-5">
        <Awaited isLoading={!hasFailed && !(settings && form)} label={t('common:loading')}>
          {hasFailed && <Unread dialog={dialog} />}
          {settings && form && (
            <>
              <CurrentLock topic={topic} settings={settings} />
              <Pending topic={topic} dialog={dialog} settings={settings} now={now} />
              <LimitsFields topic={topic} form={form} settings={settings} factor={factor} />
            </>
          )}
        </Awaited>
      </div>
    </Dialog>
  );
}

const titles = {
  limits: { title: 'profile:limits.title', text: 'profile:limits.text' },
  addresses: { title: 'profile:limits.rulesTitle', text: 'profile:limits.rulesText' },
  lock: { title: 'profile:limits.lockTitle', text: 'profile:limits.lockHelp' },
  phrase: { title: 'profile:limits.phraseTitle', text: 'profile:limits.phraseText' },
} as const;

function Unread({ dialog }: { dialog: LimitsDialogRef }) {
  const { t } = useTexts('profile');
  const failure = useSelector(dialog, ({ context }) => context.failure);
  return (
    <Failure
      title={t('profile:limits.failed')}
      retry={{
        label: t('common:actions.tryAgain'),
        isBusy: false,
        onPress: () => dialog.send({ type: 'retry.requested' }),
      }}
    >
      {failure && t(failureText[failure.code].next)}
    </Failure>
  );
}

interface CurrentLockProps {
  topic: SettingsTopic;
  settings: ToldSecuritySettings;
}

function CurrentLock({ topic, settings: { lock_days, pending } }: CurrentLockProps) {
  const { t, locale } = useTexts('profile');
  if (lock_days === 0) return <p>{t(titles[topic].text)}</p>;
  const end = pending.find(({ member, value }) => member === 'lock_days' && value === 0);
  return (
    <p className="flex items-start gap-2">
      <Lock {...iconProps} className="mt-0.5 shrink-0 text-wait" />
      {end
        ? t('profile:limits.lockedUntil', { time: instantText(end.from, locale) })
        : t('profile:limits.locked', { count: lock_days })}
    </p>
  );
}

interface PendingProps {
  topic: SettingsTopic;
  dialog: LimitsDialogRef;
  settings: ToldSecuritySettings;
  now: () => number;
}

const passToNext = passFocus(
  (item) => item.previousElementSibling ?? item.nextElementSibling ?? item.closest('[role=dialog]'),
);

function Pending({ topic, dialog, settings, now }: PendingProps) {
  const { t, locale } = useTexts('profile');
  const settingText = useSettingText();
  const failure = useSelector(dialog, ({ context }) => context.failure);
  const isTakingBack = useSelector(dialog, (state) => state.matches({ shown: 'takingBack' }));
  const members: readonly SecurityMember[] = settingsTopics[topic];
  const shown = settings.pending.filter(({ member }) => members.includes(member));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="pending-limits" className="flex flex-col gap-3">
      <h3 id="pending-limits" className="text-muted text-sm">
        {t('profile:limits.pending')}
      </h3>
      <ul className="flex flex-col gap-3">
        {shown.map(({ member, value, from }) => (
          <li
            key={member}
            ref={passToNext}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
          >
            <div className="min-w-0">
              <p>
                {t(names[member])}
                {': '}
                <span className="tabular-nums">{settingText(member, value)}</span>
              </p>
              <p className="flex items-start gap-1.5 text-sm text-wait">
                <Hourglass {...iconProps} size={16} className="mt-0.5 shrink-0" />
                <span>
                  {t('profile:limits.pendingFrom', { time: instantText(from, locale) })}{' '}
                  <TimeLeft until={Date.parse(from)} now={now} locale={locale} />
                </span>
              </p>
            </div>
            <Button
              variant="secondary"
              isPending={isTakingBack}
              aria-label={t('profile:limits.takeBackOf', { name: t(names[member]) })}
              onPress={() => dialog.send({ type: 'pending.cancelled', member })}
            >
              {t('profile:limits.takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {failure && (
        <p role="alert" className="text-loss text-sm">
          {t(failureText[failure.code].sentence)} {t(failureText[failure.code].next)}
        </p>
      )}
    </section>
  );
}

const names = {
  daily_limit: 'profile:limits.daily',
  payment_limit: 'profile:limits.payment',
  proof_above: 'profile:limits.proof',
  lock_days: 'profile:limits.lock',
  allow_list_only: 'profile:limits.only',
  address_wait_hours: 'profile:limits.wait',
  phrase: 'profile:limits.phrase',
} as const satisfies Readonly<Record<SecurityMember, string>>;
