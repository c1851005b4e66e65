/** The page that a person asked for when they had to log in, or was on when their session ended. */
import type { User } from '../../../contract/user.ts';
import { type Destination, type Location, returnAddress } from '../core/location.ts';

export interface ReturnAddress {
  /** The page that the wallet offers to go on to after the login. */
  readonly returnTo: Destination | null;
  /** The user whose session ended without their request. */
  readonly endedUserId: string | null;
}

/** Stands for the id of a user without one whose session ended. */
export const unnamed = '';

/**
 * The address to return to for the user who is signed in now. `before`: the id of the previous user, null for none. Two users
 * without an id cannot be told apart, so only the page is kept, without its query.
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

/** The address that a signed-out person asks for. When they are led to the wallet, their earlier address is kept. */
export function askedFor(location: Location, before: Destination | null): Destination | null {
  const page = location.route.name;
  if (page === 'wallet' && before !== null) return before;
  const address = returnAddress(location);
  return address === null ? null : { address, page };
}

/** The address still offered to a signed-in person; going to any page but the wallet ends the offer. */
export function offeredAt(location: Location, before: Destination | null): Destination | null {
  return location.route.name === 'wallet' && before?.page !== 'wallet' ? before : null;
}
