import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { type AppearanceProps, AppearanceSection } from './AppearanceSection.tsx';
import { IdentitySection } from './IdentitySection.tsx';
import { PersonalSection } from './PersonalSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { ProfileFreshness } from './ProfileFreshness.tsx';
import { useProfileWords } from './profileWords.ts';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionSection } from './SessionSection.tsx';

interface Props extends AppearanceProps {
  area: ProfileAreaRef;
  user: User;
}

/** Who a person is here, and how they come in. */
export default function ProfileScreen({ area, user, ...appearance }: Props) {
  const { t } = useProfileWords();
  const { profile, personal, avatar, sessions, endSession } = useSelector(area, ({ children }) => children);
  return (
    <section aria-labelledby="page-title" className="flex max-w-flow flex-col gap-6">
      <PageTitle>{t('profile:title')}</PageTitle>
      {profile && <ProfileFreshness profile={profile} />}
      {avatar && <PictureSection avatar={avatar} user={user} />}
      {personal && <PersonalSection key={personal.sessionId} personal={personal} user={user} />}
      <IdentitySection user={user} />
      <SecuritySection area={area} user={user} />
      {sessions && endSession && <SessionSection sessions={sessions} ending={endSession} />}
      <AppearanceSection {...appearance} />
    </section>
  );
}
