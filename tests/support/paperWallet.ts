import { printMoney } from '../../contract/money.ts';
import { tokens } from '../../contract/tokens.ts';

export type PaperToken = 'USDT' | 'ZST';
type Step = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

export interface PaperPerson {
  readonly token: string;
  readonly email: string;
  readonly address: string;
  readonly balances: Record<PaperToken, { posted: bigint; held: bigint }>;
  isFrozen: boolean;
  isVerified: boolean;
  /** Everything that was asked to leave, worth `value` in minor units of USDT. */
  readonly left: { readonly payment: PaperPayment; readonly value: bigint; readonly at: number }[];
}

/** Of a payment or an exchange, in minor units of what is paid. */
export interface PaperQuote {
  readonly kind: 'send' | 'withdraw' | 'exchange';
  readonly payer: PaperPerson;
  readonly token: PaperToken;
  /** What the payer has less of: a payment's amount with its fee, all that an exchange pays. */
  readonly total: bigint;
  readonly fee: bigint;
  /** An exchange's, in minor units of the other token. */
  readonly receive: bigint;
  /** The account that is paid. */
  readonly payee: PaperPerson | null;
  expiresAt: number;
  isExtended: boolean;
  isUsed: boolean;
  id: string;
}

export interface PaperPayment {
  readonly quote: PaperQuote;
  status: Step;
  /** When the network was told of it, once it was. */
  handedOver: number | null;
  id: string;
}

/** What an answer must be: its status, and what its body has at least. */
export interface Expected {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const refusals = {
  ACCOUNT_BLOCKED: 403,
  NOT_FOUND: 404,
  QUOTE_USED: 409,
  QUOTE_EXPIRED: 409,
  STATUS_CONFLICT: 409,
  ADDRESS_INVALID: 422,
  AMOUNT_TOO_SMALL: 422,
  INSUFFICIENT_BALANCE: 422,
  KYC_REQUIRED: 403,
  LIMIT_EXCEEDED: 403,
} as const;

function refusal(code: keyof typeof refusals): Expected {
  return { status: refusals[code], body: { code } };
}

function isBack({ status }: PaperPayment): boolean {
  return status === 'failed' || status === 'cancelled';
}

export function print(token: PaperToken, minor: bigint): string {
  return printMoney({ token: tokens[token], minor });
}

const unit = { USDT: 10n ** 6n, ZST: 10n ** 18n };
/** Fee and least amount of a payment to an outside address (decision 018), least amount of an exchange (017). */
const leaving = {
  USDT: { fee: 1_250_000n, minimum: 5n * unit.USDT },
  ZST: { fee: unit.ZST / 2n, minimum: 10n * unit.ZST },
};
/** What may leave in a day and in thirty (decision 057), small enough to be met often. */
export const paperLimits = {
  unverified: { day: 400n * unit.USDT, month: 900n * unit.USDT },
  verified: { day: 800n * unit.USDT, month: 2_000n * unit.USDT },
};
const hour = 3_600_000;

/** In minor units of USDT, rounded up; ZST is at 0.25. */
function usdtWorth(token: PaperToken, amount: bigint): bigint {
  return token === 'USDT' ? amount : (amount + 4n * 10n ** 12n - 1n) / (4n * 10n ** 12n);
}

const leastExchange = { USDT: unit.USDT, ZST: 4n * unit.ZST };

/** The wallet as a person would keep it on paper, one call after the other. ZST is at 0.25 USDT. */
export class PaperWallet {
  readonly people: PaperPerson[] = [];
  readonly quotes: PaperQuote[] = [];
  /** The open ones, and the newest of the others. */
  payments: PaperPayment[] = [];
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  available({ balances }: PaperPerson, token: PaperToken): bigint {
    return balances[token].posted - balances[token].held;
  }

  /** A wallet's line: everything of a frozen person is frozen. */
  line({ balances, isFrozen }: PaperPerson, token: PaperToken) {
    const { posted, held } = balances[token];
    const parts = isFrozen ? [0n, 0n, posted] : [posted - held, held, 0n];
    const [available = 0n, pending = 0n, frozen = 0n] = parts;
    return {
      symbol: token,
      total: print(token, posted),
      available: print(token, available),
      pending: print(token, pending),
      frozen: print(token, frozen),
    };
  }

  quotePayment(
    payer: PaperPerson,
    request: { kind: 'send' | 'withdraw'; token: PaperToken; amount: bigint; payee: PaperPerson | null },
  ): Expected {
    const { kind, token, amount, payee } = request;
    if (payer.isFrozen) return refusal('ACCOUNT_BLOCKED');
    if (payee === payer) return refusal('ADDRESS_INVALID');
    const terms = payee === null ? leaving[token] : { fee: 0n, minimum: 1n };
    if (amount < terms.minimum) return refusal('AMOUNT_TOO_SMALL');
    const total = amount + terms.fee;
    if (total > this.available(payer, token)) return refusal('INSUFFICIENT_BALANCE');
    const limited = payee === null ? this.#beyond(payer, usdtWorth(token, amount)) : null;
    if (limited) return refusal(limited);
    this.#keep({ kind, payer, token, total, fee: terms.fee, receive: 0n, payee });
    return { status: 201, body: { data: { kind, token, total: print(token, total) } } };
  }

  quoteExchange(payer: PaperPerson, token: PaperToken, pay: bigint): Expected {
    if (payer.isFrozen) return refusal('ACCOUNT_BLOCKED');
    if (pay < leastExchange[token]) return refusal('AMOUNT_TOO_SMALL');
    if (pay > this.available(payer, token)) return refusal('INSUFFICIENT_BALANCE');
    const fee = (pay * 2n + 999n) / 1_000n;
    const net = pay - fee;
    // 0.25 and 4, less half a percent: 0.24875 USDT for a ZST, 3.98 ZST for a USDT.
    const receive = token === 'ZST' ? (net * 24_875n) / 10n ** 17n : net * 398n * 10n ** 10n;
    this.#keep({ kind: 'exchange', payer, token, total: pay, fee, receive, payee: null });
    const other = token === 'ZST' ? 'USDT' : 'ZST';
    return { status: 201, body: { data: { pay: print(token, pay), receive: print(other, receive) } } };
  }

  /** Why so much may not leave now, or null. */
  #beyond({ isVerified, left }: PaperPerson, value: bigint): 'KYC_REQUIRED' | 'LIMIT_EXCEEDED' | null {
    const { day, month } = isVerified ? paperLimits.verified : paperLimits.unverified;
    const within = (hours: number) =>
      left
        .filter(({ at, payment }) => at > this.now - hours * hour && !isBack(payment))
        .reduce((sum, each) => sum + each.value, value);
    if (within(24) <= day && within(30 * 24) <= month) return null;
    return !isVerified && (value > day || value > month) ? 'KYC_REQUIRED' : 'LIMIT_EXCEEDED';
  }

  #keep(quote: Omit<PaperQuote, 'expiresAt' | 'isExtended' | 'isUsed' | 'id'>) {
    this.quotes.push({ ...quote, expiresAt: this.now + 60_000, isExtended: false, isUsed: false, id: '' });
  }

  /** Whoever is asked for a proof of who they are has five minutes for the payment from then on, once (decision 113). */
  extend(quote: PaperQuote): void {
    if (quote.isExtended) return;
    quote.isExtended = true;
    quote.expiresAt = this.now + 300_000;
  }

  /** Spends somebody's quote by a call of its kind. The last payment is the one that was made. */
  spend(person: PaperPerson, quote: PaperQuote): Expected {
    if (person.isFrozen) return refusal('ACCOUNT_BLOCKED');
    if (quote.payer !== person) return refusal('NOT_FOUND');
    if (quote.isUsed) return refusal('QUOTE_USED');
    if (this.now >= quote.expiresAt) return refusal('QUOTE_EXPIRED');
    const leaves = quote.kind !== 'exchange' && quote.payee === null;
    const limited = leaves ? this.#beyond(person, usdtWorth(quote.token, quote.total - quote.fee)) : null;
    if (limited) return refusal(limited);
    if (quote.total > this.available(person, quote.token)) return refusal('INSUFFICIENT_BALANCE');
    quote.isUsed = true;
    return quote.kind === 'exchange' ? this.#exchange(quote) : this.#pay(quote);
  }

  #exchange({ payer, token, total, receive }: PaperQuote): Expected {
    const other = token === 'ZST' ? 'USDT' : 'ZST';
    payer.balances[token].posted -= total;
    payer.balances[other].posted += receive;
    return { status: 201, body: { data: { status: 'completed', receive: print(other, receive) } } };
  }

  #pay(quote: PaperQuote): Expected {
    const { kind, payer, payee, token, total, fee } = quote;
    const isHere = payee !== null;
    if (isHere) {
      payer.balances[token].posted -= total;
      payee.balances[token].posted += total - fee;
    } else {
      payer.balances[token].held += total;
    }
    const status = isHere ? 'completed' : 'pending';
    const payment: PaperPayment = { quote, status, handedOver: null, id: '' };
    this.payments.push(payment);
    if (!isHere) payer.left.push({ payment, value: usdtWorth(token, total - fee), at: this.now });
    const amounts = { amount: print(token, total - fee), fee: print(token, fee), total: print(token, total) };
    return { status: 201, body: { data: { kind, token, status, ...amounts, can_cancel: !isHere } } };
  }

  cancel(person: PaperPerson, payment: PaperPayment): Expected {
    if (person.isFrozen) return refusal('ACCOUNT_BLOCKED');
    if (payment.quote.payer !== person) return refusal('NOT_FOUND');
    if (payment.status !== 'pending') return refusal('STATUS_CONFLICT');
    this.#release(payment, 'cancelled');
    return { status: 200, body: { data: { id: payment.id, status: 'cancelled' } } };
  }

  /** An operator's decision. What is approved can be rejected until the network is told of it. */
  decide(payment: PaperPayment, isApproved: boolean): Expected {
    if (isApproved && payment.quote.payer.isFrozen) return refusal('ACCOUNT_BLOCKED');
    const isWaiting = payment.status === 'processing' && payment.handedOver === null;
    if (payment.status !== 'pending' && !(isWaiting && !isApproved)) return refusal('STATUS_CONFLICT');
    if (isApproved) payment.status = 'processing';
    else this.#release(payment, 'failed');
    return { status: 200, body: { data: { id: payment.id, status: payment.status } } };
  }

  /**
   * A round of settlement: what is approved is handed to the network, which confirms it after four seconds. A freeze holds what the
   * network was not told of; what it was told of goes on.
   */
  settle(): void {
    for (const payment of this.payments) {
      if (payment.status !== 'processing') continue;
      if (payment.handedOver === null && payment.quote.payer.isFrozen) continue;
      payment.handedOver ??= this.now;
      if (this.now - payment.handedOver < 4_000) continue;
      const { payer, token, total } = payment.quote;
      payer.balances[token].held -= total;
      payer.balances[token].posted -= total;
      payment.status = 'completed';
    }
    const { length } = this.payments;
    this.payments = this.payments.filter(
      ({ status }, index) => status === 'pending' || status === 'processing' || index >= length - 40,
    );
  }

  #release(payment: PaperPayment, to: Step) {
    payment.quote.payer.balances[payment.quote.token].held -= payment.quote.total;
    payment.status = to;
  }
}
