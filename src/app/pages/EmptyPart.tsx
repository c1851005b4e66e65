import type { User } from '../../../contract/user.ts';
import { EmptyWallet } from '../../screens/portfolio/EmptyWallet.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

/** Suggestions for an empty wallet. */
export function EmptyPart({ app, user }: PageProps & { user: User }) {
  const latest = useFlow(app, 'portfolio', 'latest');
  const loginMethods = useFlow(app, 'portfolio', 'loginMethods');
  return <EmptyWallet status={user.kyc_status} latest={latest} loginMethods={loginMethods} />;
}
