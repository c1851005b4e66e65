import type { Facts, Unexplained } from './facts.ts';
import { legsOf, type Movement } from './movements.ts';

/** The amounts of a token on a chain and in the books, in minor units. */
export interface Holding {
  readonly token: string;
  /** Whether the balances could be read. When not, those of the addresses are 0 here, and nothing is compared. */
  readonly isRead: boolean;
  readonly atDepositAddresses: bigint;
  readonly inHotWallet: bigint;
  readonly inColdAddress: bigint;
  readonly atGasAddress: bigint;
  /** Received and not booked yet. */
  readonly arriving: bigint;
  /** Sent to the chain and not finished. */
  readonly leaving: bigint;
  readonly owed: bigint;
  readonly fees: bigint;
  readonly exchanged: bigint;
  readonly float: bigint;
  /** The amount on the chain minus the books; negative when some is missing. Null before the token's opening, and when `isRead` is not. */
  readonly difference: bigint | null;
  /** Outgoing transfers that are neither payments nor sweeps, and were not accepted. */
  readonly unexplained: readonly Unexplained[];
}

export interface Weighed {
  readonly token: string;
  readonly address: string;
  readonly balance: bigint;
}

export interface Weighing {
  readonly balances: readonly Weighed[];
  /** The tokens whose balances could not be read; none of them is in `balances`. */
  readonly unread: ReadonlySet<string>;
}

/** Compares the balances of the addresses at the facts' block with the books. */
export function holdingsOf(
  facts: Facts,
  tokens: Iterable<string>,
  { balances, unread }: Weighing,
): readonly Holding[] {
  const kindOf = new Map(facts.treasury.map(({ address, kind }) => [address, kind]));
  return [...tokens].map((token): Holding => {
    const own = balances.filter((each) => each.token === token);
    const at = (kind: 'hot' | 'cold' | 'gas' | undefined) =>
      sum(own.filter(({ address }) => kindOf.get(address) === kind).map(({ balance }) => balance));
    const places = {
      atDepositAddresses: at(undefined),
      inHotWallet: at('hot'),
      inColdAddress: at('cold'),
      atGasAddress: at('gas'),
    };
    const isRead = !unread.has(token);
    const opening = facts.openings.get(token);
    const ledger = facts.ledger.get(token) ?? { held: 0n, fees: 0n, exchanged: 0n, float: 0n };
    const payments = facts.payments.find((each) => each.token === token);
    const pending = facts.pending.filter((each) => each.token === token);
    const arriving = arrivingOf(facts, pending, own, opening);
    const held = sum(Object.values(places));
    const taken = pending.filter((each) => isAfter(each, opening) && legsOf(each).took !== null);
    const expected =
      ledger.held +
      arriving -
      sum(taken.map(({ amount }) => amount)) -
      (payments?.left ?? 0n) +
      (payments?.ahead ?? 0n);
    return {
      token,
      isRead,
      ...places,
      arriving,
      leaving: payments?.leaving ?? 0n,
      owed: ledger.held - ledger.fees - ledger.exchanged - ledger.float,
      ...ledger,
      difference: isRead && opening !== undefined ? held - expected : null,
      unexplained: [...facts.unexplained.filter((each) => each.token === token), ...taken],
    };
  });
}

/** The amount that a token's opening must book. */
export function openingOf(facts: Facts, token: string, weighing: Weighing): bigint {
  const openings = new Map([...facts.openings, [token, facts.block.number]]);
  const [holding] = holdingsOf({ ...facts, openings }, [token], weighing);
  return holding?.difference ?? 0n;
}

const isAfter = ({ blockNumber }: Movement, opening: number | undefined) =>
  opening !== undefined && blockNumber > opening;

/**
 * The amount that was received and is not booked. A deposit whose address holds less than its transfers counts only what is there, as it is
 * credited only then; one whose address was not read counts whole.
 */
function arrivingOf(
  { places }: Facts,
  pending: readonly Movement[],
  balances: readonly Weighed[],
  opening: number | undefined,
): bigint {
  const balanceOf = new Map(balances.map(({ address, balance }) => [address, balance]));
  const deposits = new Map<string, bigint>();
  let others = 0n;
  for (const each of pending) {
    const { brought } = legsOf(each);
    const isDeposit = brought === 'deposit' && each.status !== 'completed';
    if (isDeposit) deposits.set(each.recipient, (deposits.get(each.recipient) ?? 0n) + each.amount);
    if ((brought === 'refill' || brought === 'dust') && isAfter(each, opening)) others += each.amount;
  }
  const toldAt = new Map(
    places
      .filter(({ address, token }) => deposits.has(address) && token === pending[0]?.token)
      .map((each) => [each.address, each.told]),
  );
  for (const [address, amount] of deposits) {
    const told = toldAt.get(address) ?? 0n;
    const short = told - (balanceOf.get(address) ?? told);
    others += short <= 0n ? amount : short < amount ? amount - short : 0n;
  }
  return others;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((all, amount) => all + amount, 0n);
}
