import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { imageTypes } from '../../../contract/uploads.ts';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { FileButton } from '../../components/fields/FileButton.tsx';
import { Avatar } from '../../components/shell/Avatar.tsx';
import type { AvatarRef } from '../../machines/profile/avatarMachine.ts';
import { RefusalText, UploadProgress } from '../core/uploadView.tsx';
import { useProfileWords } from './profileWords.ts';
import { SectionCard } from './SectionCard.tsx';

const PictureDialog = lazy(() => import('./PictureDialog.tsx'));

interface Props {
  avatar: AvatarRef;
  user: User;
}

/** The picture beside a person's name: another one, or none. */
export function PictureSection({ avatar, user }: Props) {
  const { t } = useProfileWords();
  const state = useSelector(avatar, (snapshot) => snapshot);
  const { file, sent, total, failure, area } = state.context;
  const isBusy = state.hasTag('busy');
  const has = user.avatar_file !== null;
  const cancel = () => avatar.send({ type: 'avatar.cancelled' });
  return (
    <SectionCard title={t('profile:picture.title')}>
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
      <LiveRegion message={state.matches('removing') ? t('profile:picture.removing') : ''} />
      {state.matches('sending') && file && (
        <div className="flex flex-col gap-2">
          <UploadProgress name={file.name} sent={sent} total={total} />
          <div>
            <Button variant="quiet" onPress={cancel}>
              {t('common:actions.cancel')}
            </Button>
          </div>
        </div>
      )}
      {state.hasTag('refused') && failure && (
        <div role="alert" className="flex flex-col gap-2 rounded-card border border-loss p-4">
          <p className="font-semibold">{t('profile:picture.failed')}</p>
          <RefusalText failure={failure} />
          <div className="flex flex-wrap gap-2">
            {area && (
              <Button variant="secondary" onPress={() => avatar.send({ type: 'upload.retried' })}>
                {t('common:actions.tryAgain')}
              </Button>
            )}
            <Button variant="quiet" onPress={cancel}>
              {t('common:actions.close')}
            </Button>
          </div>
        </div>
      )}
      <Suspense>{state.matches('cutting') && <PictureDialog avatar={avatar} />}</Suspense>
    </SectionCard>
  );
}
