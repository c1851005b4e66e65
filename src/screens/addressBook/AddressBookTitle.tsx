import { useSelector } from '@xstate/react';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { AddressRemovalRef } from '../../machines/addressBook/addressRemovalMachine.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  removal: AddressRemovalRef;
  /** The number of shown addresses; undefined before they were read. */
  count: number | undefined;
}

/** The page's title. It takes the focus when a focused row or the undo button is removed. */
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
