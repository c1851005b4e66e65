import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { type AppearanceProps, AppearanceSection } from './AppearanceSection.tsx';
import { IdentitySection } from './IdentitySection.tsx';
import { PersonalSection } from './PersonalSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionSection } from './SessionSection.tsx';

interface Props extends AppearanceProps {
  area: ProfileAreaRef;
  user: User;
}

/** Who a person is here, and how they come in. */
export default function ProfileScreen({ area, user, ...appearance }: Props) {
  const { t } = useTexts('profile');
  const { profile, personal, avatar, sessions, endSession } = useSelector(area, ({ children }) => children);
  return (
    <section aria-labelledby="page-title" className="flex max-w-flow flex-col gap-6">
      <PageTitle>{t('profile:title')}</PageTitle>
      {profile && (
        <ResourceView
          resource={profile}
          placeholder={<Skeleton className="h-96 w-full" />}
          failed={t('profile:failed')}
        >
          {() => <Freshness resource={profile} />}
        </ResourceView>
      )}
      {avatar && <PictureSection avatar={avatar} user={user} />}
      {personal && <PersonalSection key={personal.sessionId} personal={personal} user={user} />}
      <IdentitySection user={user} />
      <SecuritySection area={area} user={user} />
      {sessions && endSession && <SessionSection sessions={sessions} ending={endSession} />}
      <AppearanceSection {...appearance} />
    </section>
  );
}
