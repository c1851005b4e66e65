import { closedAccount } from '../../machines/appSelectors.ts';
import { homes } from '../../machines/core/location.ts';
import type { ReturnAddress } from '../../machines/shell/returnAddress.ts';
import { createLocalStore } from '../../services/core/storage.ts';
import { returnAddressKey } from './returnAddress.ts';

const told: ReturnAddress = { returnTo: null, endedUserId: closedAccount };

/** Opens the login page anew for whose account was closed: nothing of theirs is left in this tab, whatever else it is doing. */
export function leaveClosedAccount(): void {
  const tab = createLocalStore(() => window.sessionStorage);
  // Last of all: what ends with the session keeps an address of its own.
  window.addEventListener('pagehide', () => tab.write(returnAddressKey, JSON.stringify(told)));
  window.location.replace(homes.signedOut);
}
