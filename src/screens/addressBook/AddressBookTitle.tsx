import { useSelector } from '@xstate/react';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { AddressRemovalRef } from '../../machines/addressBook/addressRemovalMachine.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  removal: AddressRemovalRef;
  /** How many addresses are shown; undefined as long as none were read. */
  count: number | undefined;
}

/** The title of the page. It takes the focus of a row that was removed, and of the way back once that is gone. */
export function AddressBookTitle({ removal, count }: Props) {
  const { t } = useTexts('profile');
  const isReady = useSelector(removal, (snapshot) => snapshot.matches('ready'));
  const hasRemoved = useSelector(removal, ({ context }) => context.entry !== null);
  return (
    <PageTitle key={`${count} ${isReady}`} takesFocus={hasRemoved}>
      {t('profile:addresses.title')}
    </PageTitle>
  );
}
