import { Skeleton } from '../../components/base/Skeleton.tsx';
import { WalletDeposit } from '../../screens/deposit/WalletDeposit.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { byFirst, useStepBack } from '../wiring/useStepBack.ts';

interface Props extends PageProps {
  token: string;
}

/** A deposit from a browser wallet; its code loads on demand. */
export function WalletDepositPart({ app, token }: Props) {
  const deposit = useFlow(app, 'walletDeposit', 'walletDeposit');
  const address = useFlow(app, 'walletDeposit', 'depositAddress');
  useStepBack(app, deposit, byFirst('wallet.changed', 'transfer.left'));
  if (!deposit || !address) return <Skeleton className="h-64" />;
  return <WalletDeposit token={token} deposit={deposit} address={address} />;
}
