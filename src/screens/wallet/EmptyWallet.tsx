import { Sprout } from 'lucide-react';
import { Empty } from '../../components/base/Empty.tsx';
import { useWalletWords } from './walletWords.ts';

export function EmptyWallet() {
  const { t } = useWalletWords();
  return (
    <Empty icon={Sprout} title={t('wallet:empty.title')}>
      {t('wallet:empty.text')}
    </Empty>
  );
}
