import * as z from 'zod/mini';
import type { AppRef } from '../../machines/appMachine.ts';
import type { Destination, Location } from '../../machines/core/location.ts';
import type { ReturnAddress } from '../../machines/shell/returnAddress.ts';
import { createLocalStore } from '../../services/core/storage.ts';

export const returnAddressKey = 'returnAddress';
const record = z.object({
  // Only an address of this app, not of another host.
  returnTo: z.nullable(z.string().check(z.regex(/^\/(?![/\\])/))),
  endedUserId: z.nullable(z.string()),
});
const nothing: ReturnAddress = { returnTo: null, endedUserId: null };
const tab = createLocalStore(() => window.sessionStorage);

/** Finds the screen of an address (src/app/routing/paths.ts). */
export type Locate = (address: { pathname: string; search: string }) => Location;

/** Why the login screen is shown, as stored for a reload or a return from an identity provider. */
export function readReturnAddress(locate: Locate): ReturnAddress {
  try {
    const kept = z.safeParse(record, JSON.parse(tab.read(returnAddressKey) ?? 'null'));
    if (!kept.success) return nothing;
    const { returnTo, endedUserId } = kept.data;
    return { returnTo: returnTo === null ? null : destinationAt(returnTo, locate), endedUserId };
  } catch {
    return nothing;
  }
}

function destinationAt(address: string, locate: Locate): Destination {
  const { pathname, search } = new URL(address, window.location.origin);
  return { address, page: locate({ pathname, search }).route.name };
}

/** Stores the address to return to before the person leaves for another site. */
export function keepReturnAddress(returnTo: string): void {
  tab.write(returnAddressKey, JSON.stringify({ ...nothing, returnTo }));
}

/** Stores changes of the return address in this tab. */
export function followReturnAddress(app: AppRef): void {
  let last = JSON.stringify(nothing);
  app.subscribe(({ context: { returnTo, endedUserId } }) => {
    const next = JSON.stringify({ returnTo: returnTo?.address ?? null, endedUserId });
    if (next === last) return;
    last = next;
    if (returnTo === null && endedUserId === null) tab.remove(returnAddressKey);
    else tab.write(returnAddressKey, next);
  });
}
