import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { selectSearch, selectSession } from '../../machines/appSelectors.ts';
import { readTransactionsQuery } from '../../machines/money/transactionsQuery.ts';
import { lazyPart } from '../../screens/core/lazyPart.tsx';
import TransactionsScreen from '../../screens/transactions/TransactionsScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { byFirst, useStepBack } from '../wiring/useStepBack.ts';

const WalletDepositPart = lazyPart(async () => ({
  default: (await import('./WalletDepositPart.tsx')).WalletDepositPart,
}));

export function TransactionsPage({ app }: PageProps) {
  const payment = useFlow(app, 'transactions', 'payment');
  const wallet = useFlow(app, 'transactions', 'paymentWallet');
  const address = useFlow(app, 'transactions', 'receiveAddress');
  const deposits = useFlow(app, 'transactions', 'deposits');
  const recipients = useFlow(app, 'transactions', 'savedRecipients');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const freeze = useSelector(app, selectSession)?.user.freeze;
  const search = useSelector(app, selectSearch);
  const { tab, token, isByWallet } = readTransactionsQuery(search);
  useStepBack(app, tab === 'receive' ? null : payment, byFirst('draft.resumed', 'proof.declined'));
  if (!payment || !wallet || !address || !deposits || !recipients) return null;
  return (
    <TransactionsScreen
      search={search}
      payment={payment}
      wallet={wallet}
      address={address}
      deposits={deposits}
      recipients={recipients}
      preferences={preferences}
      freeze={freeze}
      {...(isByWallet && {
        byWallet: (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <WalletDepositPart app={app} token={token ?? 'ZST'} />
          </Suspense>
        ),
      })}
    />
  );
}
