import { useSelector } from '@xstate/react';
import type { AccountDataRef } from '../../machines/profile/accountDataMachine.ts';
import AccountExportDialog from './AccountExportDialog.tsx';
import ClosingDialog from './ClosingDialog.tsx';
import type { HeldFactor } from './ProofField.tsx';

interface Props {
  data: AccountDataRef;
  factor: HeldFactor;
  onExport: () => void;
}

/** The open dialog about the account's data: the export, or closing the account. */
export default function AccountDataDialog({ data, factor, onExport }: Props) {
  const { accountExport, closing } = useSelector(data, ({ children }) => children);
  const isClosing = useSelector(closing, (snapshot) => snapshot?.matches('closed') === false);
  if (accountExport)
    return (
      <AccountExportDialog
        form={accountExport}
        factor={factor}
        onClose={() => data.send({ type: 'export.closed' })}
      />
    );
  if (!closing || !isClosing) return null;
  return (
    <ClosingDialog
      dialog={closing}
      factor={factor}
      onExport={() => {
        closing.send({ type: 'closing.dismissed' });
        onExport();
      }}
    />
  );
}
