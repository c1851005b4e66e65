import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { PictureCutter } from '../../components/fields/PictureCutter.tsx';
import type { AvatarRef } from '../../machines/profile/avatarMachine.ts';
import { useTexts } from '../core/useTexts.ts';

/** Chooses the shown part of a picture, as it will look, before it is sent. */
export default function PictureDialog({ avatar }: { avatar: AvatarRef }) {
  const { t } = useTexts('profile');
  const { url, area } = useSelector(avatar, ({ context }) => context);
  if (url === null) return null;
  const cancel = () => avatar.send({ type: 'avatar.cancelled' });
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={cancel}
      title={t('profile:picture.cut')}
      closeLabel={t('common:actions.cancel')}
      actions={
        <>
          <Button variant="quiet" onPress={cancel}>
            {t('common:actions.cancel')}
          </Button>
          <Button isPending={area === null} onPress={() => avatar.send({ type: 'area.accepted' })}>
            {t('profile:picture.use')}
          </Button>
        </>
      }
    >
      <p className="pb-4 text-muted">
        {t('profile:picture.cutAbout')}{' '}
        <span className="hover-none:sr-only">{t('profile:picture.cutKeys')}</span>
      </p>
      <PictureCutter
        url={url}
        frameLabel={t('profile:picture.frame')}
        zoomLabel={t('profile:picture.zoom')}
        onAreaChange={(chosen) => avatar.send({ type: 'area.chosen', area: chosen })}
      />
    </Dialog>
  );
}
