import { useSelector } from '@xstate/react';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { useNotificationText } from '../../screens/inbox/useNotificationText.ts';
import { useArea } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

/** Says what came while a person was here, once. */
export function InboxAnnouncer({ app }: PageProps) {
  const area = useArea(app, 'inbox');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  const arrived = useSelector(area, (state) => state?.context.arrived ?? null);
  const textOf = useNotificationText(isHidden);
  return <LiveRegion message={arrived === null ? '' : textOf(arrived)} />;
}
