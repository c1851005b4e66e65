import { ok, type Result, refused } from './result.ts';
import { checkFields, email, username } from './rules.ts';
import { type AddressProblem, readAddress } from './walletAddress.ts';

/**
 * The recipient of a payment as named by the payer. `value` is an address with its checksum, an email address in lower case, or a username as
 * typed.
 */
export interface NamedRecipient {
  readonly kind: 'address' | 'email' | 'username';
  readonly value: string;
}

const address = /^0x/i;

/**
 * Reads the recipient of a payment. Text that begins with `0x` is always an address, because otherwise a username that looks like the start of
 * an address could be paid instead. Text with an `@` inside is an email address; anything else is a username, also with an `@` before it.
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
