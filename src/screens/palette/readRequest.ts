import { printMoney } from '../../../contract/money.ts';
import { isTokenSymbol, type TokenSymbol, tokens } from '../../../contract/tokens.ts';
import { parseTypedMoney, typedAmount } from '../../../contract/typedMoney.ts';
import { otherLayout } from './findCommands.ts';

type Act = 'send' | 'withdraw' | 'exchange';

/** A request in words: `send 5 zst`, `отправить 5 zst`, `exchange 10 usdt to zst`. */
interface PaletteRequest {
  /** Null without a verb. */
  readonly act: Act | null;
  /** As typed; null for none. */
  readonly amount: string | null;
  /** The token, and for an exchange also the received one. */
  readonly tokens: readonly TokenSymbol[];
}

const verbs: Readonly<Record<Act, readonly string[]>> = {
  send: ['send', 'pay', 'transfer', 'отправить', 'отправь', 'отправка', 'перевести', 'переведи', 'перевод'],
  withdraw: ['withdraw', 'withdrawal', 'вывести', 'выведи', 'вывод'],
  exchange: ['exchange', 'swap', 'convert', 'обменять', 'обменяй', 'обмен', 'поменять'],
};
const acts = ['send', 'withdraw', 'exchange'] as const;
const between = ['to', 'for', 'into', 'на', 'в', '→', '->', '>'];

/** Spaces separate groups of three digits only: `5 6` is two amounts, not 56. */
const grouped = /^\d{1,3}(?:\s\d{3})+(?:[.,]\d*)?$/;

const isSplit = (amount: string) => /\s/.test(amount) && !grouped.test(amount);

/** Null when a single word is not understood, because nothing is guessed where money is meant. */
export function readRequest(query: string): PaletteRequest | null {
  const amounts = query.match(/\d[\d\s.,]*/g) ?? [];
  if (query.length > 100 || amounts.length > 1) return null;
  const words = query
    .toLowerCase()
    .replace(/\d[\d\s.,]*/, ' ')
    .split(/\s+/)
    .filter(Boolean);
  let act: Act | null = null;
  const named: TokenSymbol[] = [];
  for (const word of words) {
    const found = readWord(word);
    if (found === null || (found.act && act)) return null;
    act = found.act ?? act;
    if (found.token) named.push(found.token);
  }
  const amount = amounts[0]?.trim().replace(/[.,]+$/, '') ?? null;
  if (amount !== null && isSplit(amount)) return null;
  const isAnAct = amount !== null ? words.length > 0 : act === 'exchange' && named.length === 2;
  const isTooMuch = named.length > (act === 'exchange' ? 2 : 1);
  if (!isAnAct || isTooMuch || (named.length === 2 && named[0] === named[1])) return null;
  return { act, amount, tokens: named };
}

function readWord(word: string): { readonly act?: Act; readonly token?: TokenSymbol } | null {
  for (const each of [word, otherLayout(word)]) {
    const symbol = each.toUpperCase();
    if (isTokenSymbol(symbol)) return { token: symbol };
    const act = acts.find((name) => verbs[name].includes(each));
    if (act) return { act };
    if (between.includes(each)) return {};
  }
  return null;
}

/** The amount in the format of an address; null when its meaning in `locale` is unclear, or when it is not a positive amount of this token. */
export function amountOf(typed: string, token: TokenSymbol, locale: string): string | null {
  const money = parseTypedMoney(typedAmount(typed, locale), tokens[token]);
  return money.ok && money.value.minor > 0n ? printMoney(money.value) : null;
}
