import { Copy } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { Empty } from '../../components/base/Empty.tsx';
import { takeFocusMeanwhile } from '../../components/base/takeLostFocus.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  flow: 'exchange' | 'payment' | 'deposit';
  onTakeOver: () => void;
}

/** The same flow is open in another tab: the person chooses which tab continues. */
export function OpenElsewhere({ flow, onTakeOver }: Props) {
  const { t } = useTexts('transactions');
  return (
    <div ref={takeFocusMeanwhile}>
      <Empty
        icon={Copy}
        title={t(`transactions:flow.elsewhere.${flow}`)}
        action={<Button onPress={onTakeOver}>{t('transactions:flow.takeOver')}</Button>}
      >
        {t('transactions:flow.elsewhereText')}
      </Empty>
    </div>
  );
}
