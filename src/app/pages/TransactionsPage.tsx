import { useSelector } from '@xstate/react';
import { selectSearch } from '../../machines/appSelectors.ts';
import TransactionsScreen from '../../screens/transactions/TransactionsScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function TransactionsPage({ app }: PageProps) {
  const send = useFlow(app, 'transactions', 'send');
  const withdraw = useFlow(app, 'transactions', 'withdraw');
  const wallet = useFlow(app, 'transactions', 'paymentWallet');
  const address = useFlow(app, 'transactions', 'receiveAddress');
  const deposits = useFlow(app, 'transactions', 'deposits');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const search = useSelector(app, selectSearch);
  if (!send || !withdraw || !wallet || !address || !deposits) return null;
  return (
    <TransactionsScreen
      search={search}
      send={send}
      withdraw={withdraw}
      wallet={wallet}
      address={address}
      deposits={deposits}
      preferences={preferences}
    />
  );
}
