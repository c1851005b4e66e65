import { useSelector } from '@xstate/react';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { ProfileRef } from '../../machines/profile/profileArea.ts';
import { failureText } from '../core/failureText.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useProfileWords } from './profileWords.ts';

/** How it stands with what is shown: still to come, could not be had, or old. */
export function ProfileFreshness({ profile }: { profile: ProfileRef }) {
  const { t } = useProfileWords();
  const state = useSelector(profile, (snapshot) => snapshot);
  const { data, failure } = state.context;
  const isRetrying = state.hasTag('busy') && !state.hasTag('slow');
  const retry = {
    retryLabel: t('common:actions.tryAgain'),
    isRetrying,
    onRetry: () => profile.send({ type: 'refresh.requested' }),
  };
  if (!failure) return data ? null : <Skeleton className="h-96 w-full" />;
  const { sentence } = failureText[failure.code];
  if (!data) {
    return (
      <ReadFailure
        failure={failure}
        title={t('profile:failed')}
        isRetrying={isRetrying}
        onRetry={retry.onRetry}
      />
    );
  }
  return (
    <Stale {...retry}>
      {t('profile:stale')} {t(sentence)}
    </Stale>
  );
}
