import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { imageTypes } from '../../../contract/uploads.ts';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import { borrowFocus } from '../../components/base/takeLostFocus.ts';
import { FileButton } from '../../components/fields/FileButton.tsx';
import { Avatar } from '../../components/shell/Avatar.tsx';
import type { AvatarRef } from '../../machines/profile/avatarMachine.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { UploadOutcome } from '../core/uploadView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { SectionCard } from './SectionCard.tsx';

const PictureDialog = lazyPart(() => import('./PictureDialog.tsx'));

interface Props {
  avatar: AvatarRef;
  user: User;
}

/** Changes or removes the person's picture. */
export function PictureSection({ avatar, user }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(avatar, (snapshot) => snapshot);
  const isBusy = state.hasTag('busy');
  const cancel = () => avatar.send({ type: 'avatar.cancelled' });
  const has = user.avatar_file !== null;
  return (
    <SectionCard name="picture" title={t('profile:picture.title')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar
          size="lg"
          firstName={user.first_name}
          lastName={user.last_name}
          src={user.avatar_file?.url ?? null}
        />
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
          <p className="text-muted text-sm">{t('profile:picture.about')}</p>
          <div className="flex flex-wrap gap-2">
            <FileButton
              variant="secondary"
              accept={imageTypes}
              isPending={isBusy}
              onChoose={(chosen) => avatar.send({ type: 'file.chosen', file: chosen })}
            >
              {t(has ? 'profile:picture.change' : 'profile:picture.choose')}
            </FileButton>
            {has && !isBusy && (
              <Button variant="quiet" onPress={() => avatar.send({ type: 'avatar.removed' })}>
                {t('profile:picture.remove')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {state.matches('opening') && (
        <div ref={borrowFocus}>
          <Button variant="quiet" onPress={cancel}>
            {t('common:actions.cancel')}
          </Button>
        </div>
      )}
      <UploadOutcome
        upload={state}
        removing={t('profile:picture.removing')}
        failed={t('profile:picture.failed')}
        retryLabel={t('common:actions.tryAgain')}
        onRetry={state.can({ type: 'upload.retried' }) ? () => avatar.send({ type: 'upload.retried' }) : null}
        onCancel={cancel}
      />
      <Suspense>{state.matches('cutting') && <PictureDialog avatar={avatar} />}</Suspense>
    </SectionCard>
  );
}
