import { closedAccount } from '../../machines/appSelectors.ts';
import { homes } from '../../machines/core/location.ts';
import type { ReturnAddress } from '../../machines/shell/returnAddress.ts';
import { createLocalStore } from '../../services/core/storage.ts';
import { returnAddressKey } from './returnAddress.ts';

const told: ReturnAddress = { returnTo: null, endedUserId: closedAccount };

/** Reloads the login page after an account was closed, so that none of its data remains in this tab. */
export function leaveClosedAccount(): void {
  const tab = createLocalStore(() => window.sessionStorage);
  // Written last, because the end of the session writes a return address too.
  window.addEventListener('pagehide', () => tab.write(returnAddressKey, JSON.stringify(told)));
  window.location.replace(homes.signedOut);
}
