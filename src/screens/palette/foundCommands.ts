import type { ParseKeys, TFunction } from 'i18next';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BookUser,
  CircleHelp,
  LifeBuoy,
  Send,
} from 'lucide-react';
import type { SavedAddress } from '../../../contract/addressBook.ts';
import { amountText } from '../../../contract/amountParts.ts';
import type { TicketSummary } from '../../../contract/support.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { amountChoices, typedAmount } from '../../../contract/typedMoney.ts';
import type { Icon } from '../../components/base/icon.ts';
import { addressOf, noFilters } from '../../machines/history/historyQuery.ts';
import { supportAddress } from '../../machines/support/supportQuery.ts';
import { instantText } from '../core/dates.ts';
import { shortAddress, sidesOf, tokensOf } from '../history/moves.ts';
import { type Command, findCommands } from './findCommands.ts';

type Words = TFunction<['palette', 'transactions']>;

/** The most results shown from each list. */
const most = 5;

const icons: Readonly<Record<Transaction['kind'], Icon>> = {
  send: Send,
  receive: ArrowDownToLine,
  deposit: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  exchange: ArrowLeftRight,
  unknown: CircleHelp,
};

interface Shown {
  readonly t: Words;
  readonly locale: string;
  /** Whether balances are hidden. */
  readonly isHidden: boolean;
}

/** The server's results, then the latest transactions of that amount; each opens its details. */
export function transactionCommands(
  found: readonly Transaction[],
  recent: readonly Transaction[],
  query: string,
  { t, locale, isHidden }: Shown,
): Command[] {
  const amounts = amountsIn(query, locale);
  const ofAmount = recent.filter((each) => amounts.some((amount) => hasAmount(each, amount)));
  const lines = new Map([...found, ...ofAmount].map((each) => [each.id, each]));
  return [...lines.values()].slice(0, most).map((each) => {
    const kind: ParseKeys<['transactions']> = `transactions:kinds.${each.kind}`;
    const figure = isHidden ? '' : `${amountText(each.amount, locale)} `;
    const whom = each.counterparty === null ? '' : ` · ${shortAddress(each.counterparty)}`;
    return {
      id: `transaction ${each.id}`,
      label: `${t(kind)}: ${figure}${tokensOf(each)}`,
      hint: `${instantText(each.created_at, locale)}${whom}`,
      icon: icons[each.kind],
      href: addressOf({ filters: noFilters, page: '', id: each.id }),
    };
  });
}

/** The amounts that a query can mean in a language, with `.` before a fraction: two where the language leaves it open. */
function amountsIn(query: string, locale: string): readonly string[] {
  const typed = typedAmount(query, locale);
  return amountChoices(typed) ?? (/^\d+(?:\.\d+)?$/.test(typed) ? [typed] : []);
}

/** Matches the beginning of an amount, as it is printed: `100` finds 100 and 100.25, not 1,000; `12.50` finds 12.5. */
function hasAmount(transaction: Transaction, amount: string): boolean {
  const sides = sidesOf(transaction);
  const own = [transaction.amount, transaction.total, ...(sides ? [sides.pay, sides.receive] : [])];
  const sought = amount.includes('.') ? amount : `${amount}.`;
  return own.some((each) =>
    (each.includes('.') ? each : `${each}.`).padEnd(sought.length, '0').startsWith(sought),
  );
}

/** Saved addresses by label, note and address. */
export function bookCommands(addresses: readonly SavedAddress[], query: string): Command[] {
  const commands = addresses.map(({ id, label, address, note }) => ({
    id: `saved ${id}`,
    label,
    hint: shortAddress(address),
    icon: BookUser,
    href: '/addresses',
    keywords: `${address} ${note ?? ''}`,
  }));
  return found(commands, query);
}

/** Tickets by subject and id. */
export function ticketCommands(
  tickets: readonly TicketSummary[],
  query: string,
  { locale }: Shown,
): Command[] {
  const commands = tickets.map(({ id, number, subject, updated_at }) => ({
    id: `ticket ${id}`,
    label: subject,
    hint: instantText(updated_at, locale),
    icon: LifeBuoy,
    href: supportAddress({ status: null, page: 1, ticket: id }),
    keywords: `${number} ${id}`,
  }));
  return found(commands, query);
}

function found(commands: readonly Command[], query: string): Command[] {
  if (query.trim() === '') return [];
  const [group] = findCommands([{ id: '', title: '', commands }], query);
  return (group?.commands ?? []).slice(0, most);
}
