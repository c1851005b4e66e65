import { useSelector } from '@xstate/react';
import { selectSession } from '../../machines/appMachine.ts';
import WalletScreen from '../../screens/wallet/WalletScreen.tsx';
import { useFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function WalletPage({ app }: PageProps) {
  const wallet = useFlow(app, 'wallet', 'wallet');
  const holds = useFlow(app, 'wallet', 'holds');
  const account = useFlow(app, 'wallet', 'account');
  const view = useFlow(app, 'wallet', 'walletView');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  if (!wallet || !holds || !account || !view || !user) return null;
  return (
    <WalletScreen
      wallet={wallet}
      holds={holds}
      account={account}
      view={view}
      preferences={preferences}
      user={user}
    />
  );
}
