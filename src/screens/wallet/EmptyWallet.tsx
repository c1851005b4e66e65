import { Sprout } from 'lucide-react';
import { Empty } from '../../components/base/Empty.tsx';
import { useTexts } from '../core/useTexts.ts';

export function EmptyWallet() {
  const { t } = useTexts('wallet');
  return (
    <Empty icon={Sprout} title={t('wallet:empty.title')}>
      {t('wallet:empty.text')}
    </Empty>
  );
}
