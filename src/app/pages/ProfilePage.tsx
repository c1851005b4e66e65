import { useSelector } from '@xstate/react';
import { selectSession } from '../../machines/appSelectors.ts';
import ProfileScreen from '../../screens/profile/ProfileScreen.tsx';
import { useArea, useSignedIn } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { usePreferenceControls } from '../wiring/usePreferenceControls.ts';

export function ProfilePage({ app }: PageProps) {
  const area = useArea(app, 'profile');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  const controls = usePreferenceControls(preferences);
  const currency = useSelector(useSignedIn(app), (snapshot) => snapshot?.children.currency);
  if (!area || !user || !currency) return null;
  return <ProfileScreen area={area} user={user} currency={currency} {...controls} />;
}
