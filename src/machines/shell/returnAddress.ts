/** Where a person was going when they had to log in, or was when their session ended. */
import type { User } from '../../../contract/user.ts';
import { type Destination, type Location, returnAddress } from '../core/location.ts';

export interface ReturnAddress {
  /** The wallet offers to go on there once they are in. */
  readonly returnTo: Destination | null;
  /** Whose session ended without their asking. */
  readonly endedUserId: string | null;
}

/** Whose session ended, where they have no id. */
export const unnamed = '';

/**
 * What is left of where somebody was going, for who is in now. `before`: the id of who was in, null when nobody was. Two people
 * without an id cannot be told apart: the page remains, and nothing of what was asked of it.
 */
export function returnFor(
  { id }: User,
  before: string | null,
  asked: Destination | null,
): Destination | null {
  if (before === null || before === id) return asked;
  const isUnknown = before === unnamed && id === null;
  return isUnknown && asked ? { ...asked, address: asked.address.replace(/\?.*/s, '') } : null;
}

/** What a signed-out person asks for. Who is led to the wallet is still offered where they were going. */
export function askedFor(location: Location, before: Destination | null): Destination | null {
  const page = location.route.name;
  if (page === 'wallet' && before !== null) return before;
  const address = returnAddress(location);
  return address === null ? null : { address, page };
}

/** What is still offered to a signed-in person at this address: who goes anywhere else has decided. */
export function offeredAt(location: Location, before: Destination | null): Destination | null {
  return location.route.name === 'wallet' && before?.page !== 'wallet' ? before : null;
}
