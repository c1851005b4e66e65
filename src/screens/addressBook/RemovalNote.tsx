import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import { Banner } from '../../components/base/Banner.tsx';
import { Button } from '../../components/base/Button.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { AddressRemovalRef } from '../../machines/addressBook/addressRemovalMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { LockEnd } from '../profile/LockEnd.tsx';

const inPlace = { ref: takeLostFocus, tabIndex: -1 } as const;

/** The removed address with an undo button, or why it was not removed. */
export function RemovalNote({ removal }: { removal: AddressRemovalRef }) {
  const { t } = useTexts('profile');
  const state = useSelector(removal, (snapshot) => snapshot);
  const { entry, failure } = state.context;
  if (!entry) return null;
  const undo = () => removal.send({ type: 'undo.requested' });
  if (failure) {
    const isBack = state.matches('unrestored');
    return (
      <div
        key="failure"
        {...inPlace}
        role="alert"
        className="focus-elsewhere flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-loss px-4 py-3 text-sm"
      >
        <div className="min-w-0 flex-1 basis-48">
          {t(isBack ? 'profile:addresses.notRestored' : 'profile:addresses.notRemoved', {
            label: entry.label,
          })}{' '}
          {t(failureText[failure.code].sentence)}
          <LockEnd failure={failure} />
        </div>
        {isBack && (
          <Button variant="quiet" onPress={undo}>
            {t('common:actions.tryAgain')}
          </Button>
        )}
      </div>
    );
  }
  const isRestoring = state.matches('restoring');
  if (!isRestoring && !state.matches('removed')) return null;
  return (
    <div key="undo" {...inPlace} className="focus-elsewhere">
      <Banner
        icon={Undo2}
        actions={
          <Button variant="quiet" isPending={isRestoring} onPress={undo}>
            {t('profile:addresses.undo')}
          </Button>
        }
      >
        {t('profile:addresses.removed', { label: entry.label })}
      </Banner>
    </div>
  );
}
