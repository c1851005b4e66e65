import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  token: string;
  network: string;
  from: string;
  to: string;
}

/** The sender and the recipient of a transfer, to compare with those that the wallet shows. */
export function TransferFacts({ token, network, from, to }: Props) {
  const { t } = useTexts('transactions');
  return (
    <Facts>
      <Fact term={t('transactions:byWallet.from')} isTall>
        <MonoGroups value={from} />
      </Fact>
      <Fact term={t('transactions:byWallet.yourAddress', { token })} isTall>
        <MonoGroups value={to} />
      </Fact>
      <Fact term={t('transactions:receive.network')}>{network}</Fact>
    </Facts>
  );
}
