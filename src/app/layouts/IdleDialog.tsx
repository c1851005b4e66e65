import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { Countdown } from '../../components/base/Countdown.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import type { LifetimeRef } from '../../machines/shell/lifetimeMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';

/** Asks before the session ends whether the person is still here. Typed values on the page are kept. */
export function IdleDialog({ actor }: { actor: LifetimeRef }) {
  const { t } = useTranslation('common');
  const state = useSelector(actor, (snapshot) => snapshot);
  const { now, until, failure } = state.context;
  const isLasting = state.hasTag('lasting');
  const answer = () => actor.send({ type: isLasting ? 'warning.dismissed' : 'stay.requested' });
  return (
    <Dialog
      role="alertdialog"
      isOpen
      isDismissable={false}
      isHeld={state.hasTag('busy')}
      onOpenChange={(isOpen) => !isOpen && answer()}
      title={t(isLasting ? 'account.idle.lastingTitle' : 'account.idle.title')}
      closeLabel={t('actions.close')}
      actions={
        <Button onPress={answer} isPending={state.hasTag('busy')}>
          {t(isLasting ? 'actions.close' : 'account.idle.stay')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p role="status">{t(isLasting ? 'account.idle.lastingText' : 'account.idle.text')}</p>
        {failure && <p role="alert">{t('account.idle.failed')}</p>}
        {until !== null && (
          <Countdown
            key={until}
            until={until}
            now={now}
            label={(seconds) => t('account.idle.left', { count: seconds })}
          />
        )}
      </div>
    </Dialog>
  );
}
