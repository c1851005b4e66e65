import { useSelector } from '@xstate/react';
import { ListBox, ListBoxItem } from 'react-aria-components/Select';
import type { ActorRefFrom } from 'xstate';
import type { AddressBook, SavedAddress } from '../../../contract/addressBook.ts';
import { Awaited } from '../../components/base/Awaited.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Link } from '../../components/base/Link.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { listItemClasses } from '../../components/base/popoverClasses.ts';
import { TimeLeft } from '../../components/base/TimeLeft.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import {
  type RecentRecipient,
  type recentPaymentsMachine,
  recentRecipients,
} from '../../machines/money/recentRecipients.ts';
import {
  fittingRecipients,
  type recipientBookMachine,
  type SavedRecipientsRef,
  savedRecipient,
} from '../../machines/money/savedRecipientsMachine.ts';
import { instantText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  recipients: SavedRecipientsRef;
  book: ActorRefFrom<typeof recipientBookMachine>;
  token: string;
  onChoose: (address: string) => void;
}

/** Chooses a recent recipient or a saved address for a payment in `token`. */
export default function SavedRecipients({ recipients, book, token, onChoose }: Props) {
  const { t } = useTexts('transactions');
  const query = useSelector(recipients, ({ context }) => context.query);
  const recent = useSelector(recipients, ({ children }) => children.recent);
  const saved = useSelector(book, ({ context }) => context.data);
  const isReading = useSelector(book, ({ context }) => context.data === null && context.failure === null);
  return (
    <Dialog
      isOpen
      onOpenChange={() => recipients.send({ type: 'saved.closed' })}
      title={t('transactions:saved.choose')}
      closeLabel={t('common:actions.close')}
    >
      <div className="flex flex-col gap-4">
        <SearchField
          label={t('transactions:saved.search')}
          placeholder={t('transactions:saved.search')}
          value={query}
          onChange={(text) => recipients.send({ type: 'query.changed', query: text })}
          autoFocus
        />
        {recent && <Recent recent={recent} book={saved} token={token} query={query} onChoose={onChoose} />}
        <section className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('transactions:saved.title')}</h3>
          <Freshness resource={book} />
          <Awaited isLoading={isReading} label={t('transactions:saved.loading')}>
            <ResourceView resource={book} placeholder={null} failed={t('transactions:saved.failed')}>
              {(known) => <Choice recipients={recipients} book={known} token={token} onChoose={onChoose} />}
            </ResourceView>
          </Awaited>
        </section>
      </div>
    </Dialog>
  );
}

interface RecentProps extends Pick<Props, 'token' | 'onChoose'> {
  recent: ActorRefFrom<typeof recentPaymentsMachine>;
  /** The address book, which has their names. */
  book: AddressBook | null;
  query: string;
}

/** The recipients of recent payments. A failure here does not affect the address book. */
function Recent({ recent, book, token, query, onChoose }: RecentProps) {
  const { t } = useTexts('transactions');
  const { data, failure } = useSelector(recent, ({ context }) => context);
  const found = data === null ? [] : recentRecipients(data, query);
  const failed = failure && data === null ? t('transactions:saved.recentFailed') : '';
  return (
    <>
      <LiveRegion message={found.length > 0 ? t('transactions:saved.recent') : failed} />
      {failed && (
        <p aria-hidden className="text-muted text-sm">
          {failed}
        </p>
      )}
      {found.length > 0 && <RecentList found={found} book={book} token={token} onChoose={onChoose} />}
    </>
  );
}

interface RecentListProps extends Pick<RecentProps, 'book' | 'token' | 'onChoose'> {
  found: readonly RecentRecipient[];
}

function RecentList({ found, book, token, onChoose }: RecentListProps) {
  const { t, locale } = useTexts('transactions');
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('transactions:saved.recent')}</h3>
      <ListBox
        aria-label={t('transactions:saved.recent')}
        items={found}
        className="-mx-2 flex flex-col outline-none"
      >
        {({ address, at }) => (
          <ListBoxItem
            id={address}
            textValue={address}
            onAction={() => onChoose(address)}
            className={listItemClasses}
          >
            <div className="flex min-w-0 flex-1 flex-col gap-0.5">
              <Named label={savedRecipient(book, address, token)?.label} />
              <MonoGroups value={address} />
              <p className="text-muted text-sm">
                {t('transactions:saved.paid', { time: instantText(at, locale) })}
              </p>
            </div>
          </ListBoxItem>
        )}
      </ListBox>
    </section>
  );
}

function Named({ label }: { label: string | undefined }) {
  return label && <strong className="font-semibold [overflow-wrap:anywhere]">{label}</strong>;
}

interface ChoiceProps extends Omit<Props, 'book'> {
  book: AddressBook;
}

function Choice({ recipients, book, token, onChoose }: ChoiceProps) {
  const { t } = useTexts('transactions');
  const { query, now } = useSelector(recipients, ({ context }) => context);
  const all = fittingRecipients(book, token, '');
  const found = fittingRecipients(book, token, query);
  if (all.length === 0) {
    return (
      <p>
        {t('transactions:saved.none', { token })}{' '}
        <Link href="/addresses">{t('transactions:saved.toBook')}</Link>
      </p>
    );
  }
  return (
    <ListBox
      aria-label={t('transactions:saved.title')}
      items={found}
      renderEmptyState={() => <p className="p-3 text-muted">{t('transactions:saved.notFound')}</p>}
      className="-mx-2 flex max-h-[50dvh] flex-col overflow-auto outline-none"
    >
      {(entry) => (
        <ListBoxItem
          id={entry.id}
          textValue={entry.label}
          onAction={() => onChoose(entry.address)}
          className={listItemClasses}
        >
          <Row entry={entry} now={now} />
        </ListBoxItem>
      )}
    </ListBox>
  );
}

function Row({
  entry: { label, token, address, usable_from },
  now,
}: {
  entry: SavedAddress;
  now: () => number;
}) {
  const { t, locale } = useTexts('transactions');
  const until = Date.parse(usable_from);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="font-semibold [overflow-wrap:anywhere]">{label}</strong>
        {token !== null && <span className="text-muted text-sm">{token}</span>}
      </p>
      <MonoGroups value={address} />
      {until > now() && (
        <p className="text-sm text-wait">
          {t('transactions:saved.waits')} <TimeLeft until={until} now={now} locale={locale} />
        </p>
      )}
    </div>
  );
}
