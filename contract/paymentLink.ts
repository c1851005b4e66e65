import { ok, type Result, refused } from './result.ts';
import { readAddress } from './walletAddress.ts';

/** A payment request by EIP-681, as far as it concerns tokens; missing parts are null. */
export interface PaymentLink {
  /** The recipient, with its checksum. */
  readonly to: string;
  readonly chainId: number | null;
  /** The contract of the requested token, with its checksum; null when the link names only an address. */
  readonly contract: string | null;
  /** In the token's smallest units, more than 0. */
  readonly minor: bigint | null;
}

/**
 * `format`: not a request to pay a token or an address. `address`: it names no recipient, names one other than by address, or has a wrong
 * checksum. `coin`: it asks for the chain's coin. `amount`: negative, not whole smallest units, or more than a contract can count.
 */
export type PaymentLinkProblem = 'format' | 'address' | 'coin' | 'amount';

/** Longer texts are not read. */
const longest = 1_000;
const largest = 2n ** 256n - 1n;

/** Whether a text is meant as a payment link, valid or not. */
export function isPaymentLink(text: string): boolean {
  return /^ethereum:/i.test(text.slice(0, longest).trimStart());
}

/** `ethereum:[pay-]0x…[@chain][/transfer][?address=…&uint256=…]`. Ignores parameters about how to send it, such as `gas`. */
export function readPaymentLink(text: string): Result<PaymentLink, PaymentLinkProblem> {
  if (text.length > longest) return refused('format');
  const match = /^ethereum:(?:pay-)?([^@/?]*)(?:@(\d{1,15}))?(?:\/([^?]*))?(?:\?(.*))?$/i.exec(text.trim());
  if (!match) return refused('format');
  const [, target = '', chain, method, query] = match;
  const parameters = [...new URLSearchParams(query)];
  const told = (name: string) => parameters.filter(([each]) => each === name).map(([, value]) => value);
  const once = (name: string) => (told(name).length > 1 ? null : (told(name)[0] ?? ''));
  const chainId = chain === undefined ? null : Number(chain);
  const subject = readAddress(target);
  if (method === undefined) {
    if (told('value').length > 0) return refused('coin');
    return subject.ok ? ok({ to: subject.value, chainId, contract: null, minor: null }) : refused('address');
  }
  if (method !== 'transfer' || !subject.ok) return refused('format');
  const [recipient, amount] = [once('address'), once('uint256')];
  // With two recipients or amounts it is unknown which is meant.
  if (recipient === null || amount === null) return refused('format');
  const to = readAddress(recipient);
  if (!to.ok) return refused('address');
  const minor = amount === '' ? 0n : readNumber(amount);
  if (minor === null) return refused('amount');
  return ok({ to: to.value, chainId, contract: subject.value, minor: minor || null });
}

/** A whole number in EIP-681's format: `1500`, `1.5e3`. Null for anything else, and for more than a contract can count. */
function readNumber(text: string): bigint | null {
  const match = /^\+?(\d{0,80})(?:\.(\d{1,80}))?(?:e(\d{0,3}))?$/i.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = '', exponent] = match;
  const digits = `${whole}${fraction}`;
  if (digits === '') return null;
  const zeros = Number(exponent ?? 0) - fraction.length;
  const scale = 10n ** BigInt(Math.abs(zeros));
  if (zeros < 0 && BigInt(digits) % scale !== 0n) return null;
  const number = zeros < 0 ? BigInt(digits) / scale : BigInt(digits) * scale;
  return number > largest ? null : number;
}
