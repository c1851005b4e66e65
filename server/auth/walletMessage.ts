import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { brandName } from '../../contract/brand.ts';
import type { FieldErrors } from '../../contract/rules.ts';

/** The site that people log in to, and the chain of their accounts. */
export interface Site {
  /** The app's own address, without a slash at its end. */
  readonly url: string;
  readonly chainId: number;
}

/** How long a message is valid, in milliseconds. */
export const messageLife = 5 * 60_000;

/** The effect of a signed message: it logs in, or adds the wallet to the account of a person who is logged in. */
const statements = {
  signIn: `Log in to ${brandName}. This is free and does not move any funds.`,
  link: `Add this wallet to the login methods of my ${brandName} account. This is free and does not move any funds.`,
};

interface MessageParts {
  /** With its checksum. */
  readonly address: string;
  readonly nonce: string;
  /** The account that the wallet is added to; null for a login. */
  readonly userId: string | null;
  readonly at: Date;
}

/** An EIP-4361 message to sign. A message that adds a wallet names the account as its request. */
export function walletMessage({ url, chainId }: Site, { address, nonce, userId, at }: MessageParts): string {
  return createSiweMessage({
    domain: new URL(url).host,
    uri: url,
    version: '1',
    chainId,
    address: address as `0x${string}`,
    nonce,
    statement: statements[userId === null ? 'signIn' : 'link'],
    issuedAt: at,
    expirationTime: new Date(at.getTime() + messageLife),
    ...(userId === null ? {} : { requestId: userId }),
  });
}

/** The nonce in a message, or null when the message is not of this kind. */
export function nonceIn(message: string): string | null {
  const { nonce, version } = parseSiweMessage(message);
  return nonce !== undefined && version === '1' ? nonce : null;
}

/**
 * The fields of a message that differ from the issued one; null when none does. Comparing the whole text finds differences outside the fields,
 * such as in the statement or in added lines.
 */
export function mismatchOf(message: string, issued: string, site: Site): FieldErrors | null {
  const told = parseSiweMessage(message);
  const meant = parseSiweMessage(issued);
  if (told.domain !== new URL(site.url).host || told.uri !== site.url) return { message: 'domain' };
  if (told.chainId !== site.chainId || told.version !== '1') return { message: 'mismatch' };
  if (told.address !== meant.address) return { metamask_address: 'mismatch' };
  const isTimely =
    told.issuedAt?.getTime() === meant.issuedAt?.getTime() &&
    told.expirationTime?.getTime() === meant.expirationTime?.getTime();
  return isTimely && message === issued ? null : { message: 'mismatch' };
}
