/** The context and events of a deposit from a browser wallet, and its record in this browser. */
import type { DepositAddress } from '../../../contract/addresses.ts';
import type { Failure } from '../../../contract/failure.ts';
import { compareDecimals, printMoney } from '../../../contract/money.ts';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { Rule } from '../../../contract/rules.ts';
import type { Token } from '../../../contract/tokens.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { FoundWallet } from '../auth/browserWallet.ts';
import { isSameAddress } from '../auth/browserWallet.ts';
import type { SavedFlow } from '../core/savedFlow.ts';
import type { TabLockReport } from '../money/tabLockMachine.ts';
import { isMoreThanAvailable, readTyped, tokenOf } from '../money/typedAmount.ts';
import type { NamedChain } from './walletConnectionMachine.ts';
import type { WalletDepositProblem } from './walletProblem.ts';

/** The name of the flow's record and of its tab lock. */
export const walletDepositFlow = 'walletDeposit';

/** A token that can be deposited from a browser wallet, with the person's address and the chain. */
export interface DepositOffer {
  readonly token: string;
  readonly address: string;
  /** Smaller deposits are not credited; null when the server names no minimum. */
  readonly minimum: string | null;
  readonly chain: NamedChain;
}

/** Null when the server names no chain. */
export function offerOf(answer: DepositAddress): DepositOffer | null {
  const { token, address, network, chain, minimum_deposit: minimum = null } = answer;
  return chain ? { token, address, minimum, chain: { ...chain, name: network } } : null;
}

/** A transfer as the wallet was asked to send it. `amount` as on the wire; `hash` is null until the wallet returns it. */
interface SentTransfer {
  readonly token: string;
  readonly amount: string;
  readonly to: string;
  readonly network: string;
  readonly account: string;
  readonly hash: string | null;
}

/** An ERC-20 transfer for the wallet to send; `minor` in minor units. */
export interface TransferRequest {
  readonly wallet: string;
  readonly account: string;
  readonly chainId: number;
  readonly contract: string;
  readonly to: string;
  readonly minor: string;
}

/** The state just before the transfer is sent: the wallet's accounts and chain, and the person's address on the server. */
export interface Findings {
  readonly accounts: readonly string[];
  readonly chainId: number | null;
  readonly address: DepositAddress;
}

/** A change that the wallet reports: another account (null for none), another chain, or a disconnect. */
export type WalletMove =
  | { readonly account: string | null }
  | { readonly chainId: number | null }
  | { readonly isLost: true };

export interface WalletDepositContext {
  readonly offer: DepositOffer | null;
  /** The typed amount of `token`. */
  readonly amount: string;
  readonly token: string;
  readonly submits: number;
  readonly wallet: FoundWallet | null;
  readonly account: string | null;
  /** The account's balance of the token, as on the wire; null while unknown. */
  readonly balance: string | null;
  readonly problem: WalletDepositProblem | null;
  /** The server's failure, when the problem came from the server. */
  readonly failure: Failure | null;
  readonly sent: SentTransfer | null;
  /** The deposit in the history; null while the network has not shown it. */
  readonly deposit: Transaction | null;
}

export type WalletDepositEvent =
  | { readonly type: 'offer.known'; readonly offer: DepositOffer }
  | { readonly type: 'amount.changed'; readonly amount: string }
  | { readonly type: 'transfer.requested' }
  /** The person stops waiting for the wallet. */
  | { readonly type: 'transfer.left' }
  /** The person confirms that the wallet did not send the transfer. */
  | { readonly type: 'transfer.denied' }
  | { readonly type: 'flow.restarted' }
  | { readonly type: 'wallet.changed' }
  | ({ readonly type: 'wallet.moved' } & WalletMove)
  | { readonly type: 'balances.changed' }
  | TabLockReport
  | { readonly type: 'takeover.requested' };

/** The typed amount of the token, more than 0, or the rule it breaks. */
export function amountIn({
  amount,
  offer,
  balance,
}: Pick<WalletDepositContext, 'amount' | 'offer' | 'balance'>): Result<
  { wire: string; minor: string },
  Rule
> {
  if (!offer) return refused('required');
  const token = tokenIn(offer);
  const typed = readTyped(amount, token);
  if (!typed.ok) return typed;
  const wire = printMoney(typed.value);
  if (offer.minimum !== null && compareDecimals(wire, offer.minimum) < 0) return refused('too_small');
  if (balance !== null && isMoreThanAvailable(typed.value, { available: balance }))
    return refused('insufficient');
  return ok({ wire, minor: typed.value.minor.toString() });
}

export function tokenIn({ token: symbol, chain: { decimals } }: DepositOffer): Token {
  return tokenOf({ symbol, name: symbol, decimals });
}

/** Minor units converted to a decimal of the wire. */
export function balanceIn(offer: DepositOffer, minor: string | null): string | null {
  return minor === null ? null : printMoney({ token: tokenIn(offer), minor: BigInt(minor) });
}

/** The problem that a change in the wallet causes for the deposit; null for none. After `accountChanged` the deposit goes on with the new account. */
export function moveProblem(
  { offer, account }: Pick<WalletDepositContext, 'offer' | 'account'>,
  move: WalletMove,
): WalletDepositProblem | null {
  if ('isLost' in move) return 'disconnected';
  if ('chainId' in move) return move.chainId === offer?.chain.id ? null : 'chainChanged';
  if (move.account === null) return 'noAccounts';
  return isSameAddress(move.account, account) ? null : 'accountChanged';
}

/** What changed since the transfer was shown, so that the wallet must not be asked; null when nothing did. */
export function changeIn(
  { offer, account }: Pick<WalletDepositContext, 'offer' | 'account'>,
  { accounts, chainId, address }: Findings,
): WalletDepositProblem | null {
  const now = offerOf(address);
  if (!accounts.some((each) => isSameAddress(each, account))) return 'accountChanged';
  if (chainId !== offer?.chain.id) return 'chainChanged';
  const isSame =
    isSameAddress(now?.address ?? null, offer.address) &&
    isSameAddress(now?.chain.contract ?? null, offer.chain.contract) &&
    now?.chain.id === offer.chain.id;
  return isSame ? null : 'addressChanged';
}

/** A transaction hash; null when the wallet answered anything else. */
export function hashIn(answer: unknown): string | null {
  return typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer) ? answer.toLowerCase() : null;
}

/** Null when there is nothing to restore. */
export function depositRecordOf({ token, amount, sent }: WalletDepositContext): SavedFlow | null {
  const common = { key: null, quote: null };
  if (sent) return { step: 'sent', values: { ...sent, hash: sent.hash ?? '' }, ...common };
  return amount.trim() === '' ? null : { step: 'drafting', values: { token, amount }, ...common };
}

/** The typed amount, with the token that it was typed for, so that it is never applied to another token. */
export function fitted({
  offer,
  token,
  amount,
  sent,
}: Pick<WalletDepositContext, 'offer' | 'token' | 'amount' | 'sent'>): { token: string; amount: string } {
  const isFit = sent !== null || offer === null || offer.token === token;
  return isFit ? { token, amount } : { token: offer.token, amount: '' };
}

/** The state from a record; an incomplete record is ignored. */
export function restored(record: SavedFlow | null): Pick<WalletDepositContext, 'token' | 'amount' | 'sent'> {
  const { token = '', amount = '', to, network = '', account = '', hash = '' } = record?.values ?? {};
  if (record?.step === 'sent' && to !== undefined) {
    return { token, amount, sent: { token, amount, to, network, account, hash: hashIn(hash) } };
  }
  return { token, amount, sent: null };
}

export const untouched = {
  ...{ amount: '', submits: 0, balance: null, problem: null, failure: null, sent: null, deposit: null },
} as const;
