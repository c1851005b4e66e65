import { useSelector } from '@xstate/react';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { useNotificationText } from '../../screens/inbox/useNotificationText.ts';
import { useArea } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

/** Announces each notification that arrives while the person is here, once. */
export function InboxAnnouncer({ app }: PageProps) {
  const area = useArea(app, 'inbox');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  const arrived = useSelector(area, (state) => state?.context.arrived ?? null);
  const textOf = useNotificationText(isHidden);
  return <LiveRegion message={arrived === null ? '' : textOf(arrived)} />;
}
