import { useSelector } from '@xstate/react';
import { useState } from 'react';
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
  // A new element for each notification, because a sentence that is the same as the last one would not be announced.
  return <LiveRegion message={arrived && <News key={arrived.id} text={textOf(arrived)} />} />;
}

/** The sentence of a notification. It goes when balances are hidden or the language changes: told anew, it would be taken for news. */
function News({ text }: { text: string }) {
  const [said, setSaid] = useState<string | null>(text);
  if (said !== null && said !== text) setSaid(null);
  return <span>{said}</span>;
}
