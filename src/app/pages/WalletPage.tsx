import { useSelector } from '@xstate/react';
import { selectSession } from '../../machines/appMachine.ts';
import WalletScreen from '../../screens/wallet/WalletScreen.tsx';
import { useHolderFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function WalletPage({ app }: PageProps) {
  const wallet = useHolderFlow(app, 'wallet');
  const holds = useHolderFlow(app, 'holds');
  const view = useHolderFlow(app, 'walletView');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const user = useSelector(app, selectSession)?.user;
  if (!wallet || !holds || !view || !user) return null;
  return <WalletScreen wallet={wallet} holds={holds} view={view} preferences={preferences} user={user} />;
}
