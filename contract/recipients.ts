import { ok, type Result, refused } from './result.ts';
import { checkFields, email, username } from './rules.ts';
import { type AddressProblem, readAddress } from './walletAddress.ts';

/** Whom a payment names. `value` is an address with its checksum, an email address in lower case, or a username as it was typed. */
export interface NamedRecipient {
  readonly kind: 'address' | 'email' | 'username';
  readonly value: string;
}

const address = /^0x/i;

/**
 * Reads whom a payment names. What begins with `0x` is an address and nothing else: a username that looks like the beginning of one would
 * be paid in its place. What has an `@` inside of it is an email address; all else is a username, also with an `@` before it.
 */
export function readRecipient(text: string): Result<NamedRecipient, AddressProblem> {
  if (address.test(text)) {
    const read = readAddress(text);
    return read.ok ? ok({ kind: 'address', value: read.value }) : read;
  }
  if (text.indexOf('@') > 0) {
    const read = checkFields(email, text);
    return read.ok ? ok({ kind: 'email', value: read.value }) : refused('format');
  }
  const read = checkFields(username, text.replace(/^@/, ''));
  return read.ok ? ok({ kind: 'username', value: read.value }) : refused('format');
}
