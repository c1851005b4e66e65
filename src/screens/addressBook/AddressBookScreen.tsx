import { useSelector } from '@xstate/react';
import { Download, Plus, Upload } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { iconProps } from '../../components/base/icon.ts';
import type { AddressBookAreaRef } from '../../machines/addressBook/addressBookArea.ts';
import { isAwaited } from '../core/awaited.ts';
import { ExportOutcome } from '../core/ExportOutcome.tsx';
import { lazyPart } from '../core/lazyPart.tsx';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { heldFactor } from '../profile/ProofField.tsx';
import { AddressBookTitle } from './AddressBookTitle.tsx';
import { RemovalNote } from './RemovalNote.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';

const AddressDialog = lazyPart(() => import('./AddressDialog.tsx'));
const LimitsDialog = lazyPart(() => import('../profile/LimitsDialog.tsx'));

interface Props {
  area: AddressBookAreaRef;
}

/** The saved addresses, with their labels and until when limits for new addresses apply. */
export default function AddressBookScreen({ area }: Props) {
  const { t } = useTexts('profile');
  const { addressBook, factors, dialog, removal, limits, addressExport } = useSelector(
    area,
    ({ children }) => children,
  );
  const factor = useSelector(factors, (snapshot) => heldFactor(snapshot?.context.data ?? null));
  const { input, hasPassword, hasFactor } = useSelector(area, ({ context }) => context);
  const { now } = input;
  const isOpen = useSelector(dialog, (snapshot) => snapshot?.matches('closed') === false);
  const isSetting = useSelector(limits, (snapshot) => snapshot?.matches('closed') === false);
  const count = useSelector(addressBook, (snapshot) => snapshot?.context.data?.addresses.length);
  const isEmpty = count === 0;
  // Which buttons there are is known with the addresses; until then their space is kept.
  const isComing = useSelector(
    addressBook,
    (snapshot) => snapshot !== undefined && isAwaited(snapshot) && !snapshot.hasTag('slow'),
  );
  const isMissing = useSelector(addressBook, (snapshot) => snapshot !== undefined && isUnavailable(snapshot));
  const isExporting = useSelector(addressExport, (snapshot) => snapshot?.hasTag('busy') ?? false);
  if (isMissing) return <UnavailableScreen title={t('profile:addresses.title')} />;
  if (!addressBook || !dialog || !removal || !limits || !addressExport) return null;
  const add = () => dialog.send({ type: 'address.requested', details: {} });
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto">
          <AddressBookTitle removal={removal} count={count} />
        </div>
        <div className={classes('flex gap-2', isComing && 'invisible')}>
          <Button variant="secondary" onPress={() => dialog.send({ type: 'import.requested' })}>
            <Upload {...iconProps} />
            <span className="max-sm:sr-only">{t('profile:addresses.import')}</span>
          </Button>
          {!isEmpty && (
            <Button
              variant="secondary"
              isPending={isExporting}
              onPress={() =>
                addressExport.send({ type: 'export.requested', filters: '', name: fileName(now()) })
              }
            >
              <Download {...iconProps} />
              <span className="max-sm:sr-only">{t('profile:addresses.export')}</span>
            </Button>
          )}
        </div>
        {!isEmpty && (
          <div className={classes('max-sm:w-full', isComing && 'invisible')}>
            <Button isWide onPress={add}>
              <Plus {...iconProps} />
              {t('profile:addresses.add')}
            </Button>
          </div>
        )}
      </div>
      <ExportOutcome file={addressExport} />
      <RemovalNote removal={removal} />
      <SavedAddresses
        addressBook={addressBook}
        removal={removal}
        now={now}
        onAdd={add}
        onSet={() =>
          limits.send({
            type: 'limits.opened',
            topic: 'addresses',
            hasPassword: hasPassword && !hasFactor,
          })
        }
        onEdit={(entry) => dialog.send({ type: 'edit.requested', entry })}
      />
      <Suspense>
        {isOpen && <AddressDialog dialog={dialog} factor={factor} />}
        {isSetting && <LimitsDialog dialog={limits} factor={factor} />}
      </Suspense>
    </section>
  );
}

const fileName = (now: number) => `addresses-${new Date(now).toISOString().slice(0, 10)}.csv`;
