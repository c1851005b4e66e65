import { BookUser, ShieldCheck, ShieldOff } from 'lucide-react';
import type { AddressBook, NewAddressRules } from '../../../contract/addressBook.ts';
import { exactText } from '../../../contract/amountParts.ts';
import { Button } from '../../components/base/Button.tsx';
import { Empty } from '../../components/base/Empty.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { TimeLeft } from '../../components/base/TimeLeft.tsx';
import type { AddressRemovalRef } from '../../machines/addressBook/addressRemovalMachine.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { instantText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AddressRow } from './AddressRow.tsx';

interface Props {
  addressBook: ResourceRef<AddressBook>;
  now: () => number;
  onAdd: () => void;
  onSet: () => void;
  onEdit: (entry: AddressBook['addresses'][number]) => void;
  removal: AddressRemovalRef;
}

/** The saved addresses and their age, or why they could not be read. */
export function SavedAddresses({ addressBook, ...book }: Props) {
  const { t } = useTexts('profile');
  return (
    <>
      <Freshness resource={addressBook} />
      <ResourceView
        resource={addressBook}
        placeholder={<ListPlaces label={t('profile:addresses.loading')} />}
        failed={t('profile:addresses.failed')}
        safe={t('profile:addresses.safe')}
      >
        {(data) => <Book {...book} book={data} />}
      </ResourceView>
    </>
  );
}

interface BookProps extends Omit<Props, 'addressBook'> {
  book: AddressBook;
}

function Book({ book: { addresses, rules }, now, onAdd, onSet, onEdit, removal }: BookProps) {
  const { t } = useTexts('profile');
  return (
    <div className="flex flex-col gap-4">
      <Rules rules={rules} now={now} onSet={onSet} />
      {addresses.length === 0 ? (
        <Empty
          icon={BookUser}
          title={t('profile:addresses.emptyTitle')}
          action={<Button onPress={onAdd}>{t('profile:addresses.addFirst')}</Button>}
        >
          {t('profile:addresses.emptyText')}
        </Empty>
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {addresses.map((entry) => (
            <AddressRow
              key={entry.id}
              entry={entry}
              now={now}
              onEdit={() => onEdit(entry)}
              removal={removal}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface RulesProps {
  rules: NewAddressRules;
  now: () => number;
  onSet: () => void;
}

/** The person's rule for recipients, and the limits for new addresses. */
function Rules({ rules, now, onSet }: RulesProps) {
  const { t, locale } = useTexts('profile');
  const { allow_list_only: isOnly = false, allow_list_ends: end = null } = rules;
  const Glyph = isOnly ? ShieldCheck : ShieldOff;
  return (
    <section
      aria-label={t('profile:limits.rulesTitle')}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 sm:flex-nowrap"
    >
      <div className="flex min-w-0 gap-3">
        <Glyph {...iconProps} className={`mt-0.5 shrink-0 ${isOnly ? 'text-gain' : 'text-muted'}`} />
        <div className="flex min-w-0 flex-col gap-1">
          {isOnly && end !== null ? (
            <p className="text-wait">
              {t('profile:addresses.onlyEnds', { time: instantText(end, locale) })}{' '}
              <TimeLeft until={Date.parse(end)} now={now} locale={locale} />.
            </p>
          ) : (
            <p>{t(isOnly ? 'profile:addresses.onlyOn' : 'profile:addresses.onlyOff')}</p>
          )}
          <p className="text-muted text-sm">
            {t('profile:addresses.rules', {
              hours: rules.wait_hours,
              limit: exactText(rules.small_limit, locale),
              left: exactText(rules.small_left, locale),
            })}
          </p>
        </div>
      </div>
      <div className="sm:shrink-0">
        <Button variant="secondary" onPress={onSet}>
          {t('profile:limits.rulesOpen')}
        </Button>
      </div>
    </section>
  );
}
