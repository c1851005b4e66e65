import { useSelector } from '@xstate/react';
import type { AddressDialogRef } from '../../machines/addressBook/addressDialogMachine.ts';
import type { HeldFactor } from '../profile/ProofField.tsx';
import { AddressDetails, AddressEdit } from './AddressDetails.tsx';
import { AddressFile, AddressImport } from './AddressImport.tsx';
import { AddressProof } from './AddressProof.tsx';

interface Props {
  dialog: AddressDialogRef;
  factor: HeldFactor;
}

const none = {};

/** Changes the address book, step by step. */
export default function AddressDialog({ dialog, factor }: Props) {
  const { addressDetails, addressProof, addressImport, addressEdit } = useSelector(
    dialog,
    ({ children }) => children,
  );
  const looksLike = useSelector(dialog, ({ context }) => context.checked?.looksLike ?? null);
  const isReading = useSelector(dialog, (snapshot) => snapshot.matches('reading'));
  const isUnreadable = useSelector(dialog, (snapshot) => snapshot.matches('unreadable'));
  const tableErrors = useSelector(dialog, (snapshot) =>
    snapshot.matches('refused') ? snapshot.context.tableErrors : none,
  );
  const close = () => dialog.send({ type: 'dialog.closed' });
  const back = () => dialog.send({ type: 'details.reopened' });
  if (addressDetails) return <AddressDetails form={addressDetails} onClose={close} />;
  if (addressProof) {
    return (
      <AddressProof form={addressProof} looksLike={looksLike} factor={factor} onBack={back} onClose={close} />
    );
  }
  const choose = (file: File) => dialog.send({ type: 'file.chosen', file });
  if (addressImport) {
    return <AddressImport form={addressImport} factor={factor} onChoose={choose} onClose={close} />;
  }
  if (addressEdit) return <AddressEdit form={addressEdit} onClose={close} />;
  return (
    <AddressFile
      isReading={isReading}
      isUnreadable={isUnreadable}
      errors={tableErrors}
      onChoose={choose}
      onClose={close}
    />
  );
}
