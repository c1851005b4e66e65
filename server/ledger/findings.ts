import { printMoney } from '../../contract/money.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';

/** The most findings in a report, which must be readable and fit into memory. */
const mostNamed = 200;

/** The faults that an audit has found, as sentences for the operator. */
export interface Findings {
  /** `fault` identifies a fault by its kind and subject, because the amounts in the sentence may change while the fault stays the same. */
  add(fault: string, sentence: string): void;
  readonly count: number;
  /** The first sentences, and how many were left out. */
  list(): readonly string[];
  /** The faults of the first sentences. */
  faults(): readonly string[];
}

export function createFindings(): Findings {
  const named: string[] = [];
  const faults = new Set<string>();
  let count = 0;
  return {
    add(fault, sentence) {
      // The audit meets a transfer in the chains of both of its accounts.
      if (named.includes(sentence)) return;
      count += 1;
      if (named.length >= mostNamed) return;
      named.push(sentence);
      faults.add(fault);
    },
    get count() {
      return count;
    },
    faults: () => [...faults],
    list: () => (count > named.length ? [...named, `and ${count - named.length} more`] : named),
  };
}

/** Prints minor units with their token: `1.5 USDT`. */
export type Amounts = (minor: string | null, symbol: string | null) => string;

export async function amountsOf(query: Query): Promise<Amounts> {
  const listed = await query<Token>('SELECT symbol, name, decimals FROM tokens');
  const tokens = new Map(listed.map((token) => [token.symbol, token]));
  return (minor, symbol) => {
    const token = symbol === null ? undefined : tokens.get(symbol);
    const amount = token && minor !== null ? printMoney({ token, minor: BigInt(minor) }) : minor;
    return `${amount ?? 'nothing'} ${symbol ?? ''}`.trim();
  };
}
