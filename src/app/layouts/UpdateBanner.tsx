import { useSelector } from '@xstate/react';
import { Sparkles } from 'lucide-react';
import { Banner } from '../../components/base/Banner.tsx';
import { Button } from '../../components/base/Button.tsx';
import { selectIsLocked } from '../../machines/appSelectors.ts';
import type { SignedInRef } from '../../machines/shell/signedInMachine.ts';
import type { UpdateRef } from '../../machines/shell/updateMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';

interface Props {
  signedIn: SignedInRef;
  update: UpdateRef;
}

/** Offers a newer version of the app, which is applied only when the person accepts and no money may be moving. */
export function UpdateBanner({ signedIn, update }: Props) {
  const { t } = useTranslation('common');
  const isBusy = useSelector(update, (state) => state.hasTag('busy'));
  const isLocked = useSelector(signedIn, selectIsLocked);
  return (
    <Banner
      icon={Sparkles}
      actions={
        <>
          {!isBusy && (
            <Button variant="quiet" onPress={() => update.send({ type: 'update.declined' })}>
              {t('update.later')}
            </Button>
          )}
          <Button
            variant="secondary"
            isPending={isBusy}
            reason={isLocked ? t('update.locked') : undefined}
            onPress={() => signedIn.send({ type: 'update.accepted' })}
          >
            {t('update.now')}
          </Button>
        </>
      }
    >
      {t('update.ready')}
    </Banner>
  );
}
