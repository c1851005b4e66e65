import { useSelector } from '@xstate/react';
import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { SavedAddress } from '../../../contract/addressBook.ts';
import { IconButton } from '../../components/base/IconButton.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { TimeLeft } from '../../components/base/TimeLeft.tsx';
import type { AddressRemovalRef } from '../../machines/addressBook/addressRemovalMachine.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  entry: SavedAddress;
  now: () => number;
  onEdit: () => void;
  removal: AddressRemovalRef;
}

/** One saved address with its label and how long limits for new addresses still apply. */
export function AddressRow({ entry, now, onEdit, removal }: Props) {
  const { t, locale } = useTexts('profile');
  const { label, address, token, note, usable_from, looks_like } = entry;
  const isRemoving = useSelector(removal, (snapshot) => snapshot.hasTag('busy'));
  const until = Date.parse(usable_from);
  return (
    <li className="flex items-start gap-2 border-line border-t px-4 py-3 first:border-t-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="font-semibold [overflow-wrap:anywhere]">{label}</strong>
          <span className="text-muted text-sm">{token ?? t('profile:addresses.anyToken')}</span>
          {until > now() && <StatusBadge tone="wait">{t('profile:addresses.isNew')}</StatusBadge>}
        </p>
        <MonoGroups value={address} />
        {note !== null && <p className="text-muted text-sm [overflow-wrap:anywhere]">{note}</p>}
        {until > now() && (
          <p className="text-sm text-wait">
            {t('profile:addresses.waits', { time: instantText(usable_from, locale) })}{' '}
            <TimeLeft until={until} now={now} locale={locale} />
          </p>
        )}
        {looks_like !== null && (
          <div className="flex gap-2 text-sm">
            <TriangleAlert {...iconProps} className="mt-0.5 shrink-0 text-loss" />
            <div className="min-w-0">
              <p>{t('profile:addresses.alike')}</p>
              <MonoGroups value={looks_like} />
            </div>
          </div>
        )}
      </div>
      <IconButton icon={Pencil} label={t('profile:addresses.edit', { label })} onPress={onEdit} />
      <IconButton
        icon={Trash2}
        label={t('profile:addresses.remove', { label })}
        isPending={isRemoving}
        onPress={() => removal.send({ type: 'removal.requested', entry })}
      />
    </li>
  );
}
