import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { CameraView } from '../../components/fields/CameraView.tsx';
import type { PaymentRef } from '../../machines/money/paymentMachine.ts';
import type { ScanRef } from '../../machines/money/scanMachine.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  scan: ScanRef;
  /** The flow that a scanned code fills in. */
  payment: PaymentRef;
}

/** The camera's picture, and why the code in it cannot be paid; without a camera the reason, and another way. */
export default function ScanDialog({ scan, payment }: Props) {
  const { t } = useTexts('transactions');
  const { stream, problem, refused } = useSelector(scan, ({ context }) => context);
  return (
    <Dialog
      isOpen
      onOpenChange={() => scan.send({ type: 'scan.closed' })}
      title={t('transactions:scan.title')}
      closeLabel={t('common:actions.close')}
    >
      {problem ? (
        <div className="flex flex-col items-start gap-3">
          <p role="alert">{t(`transactions:scan.problem.${problem}`)}</p>
          <Button variant="secondary" onPress={() => scan.send({ type: 'scan.opened', payment })}>
            {t('common:actions.tryAgain')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          {stream && <CameraView stream={stream} label={t('transactions:scan.live')} isMirrored={false} />}
          <p role="status">{t(stream ? 'transactions:scan.looking' : 'transactions:scan.opening')}</p>
          {refused && (
            <p role="alert" className="text-loss">
              {t(refused === 'other' ? 'transactions:scan.other' : `transactions:link.${refused}`)}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}
