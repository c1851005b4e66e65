import { readAddress } from '../../../contract/walletAddress.ts';
import type { AddressDetails } from './addressForms.ts';

const path = '/addresses';

/** The address of the address book page that offers to save a recipient. `token`: the token that was paid. */
export function savingAddress(to: string, token: string): string {
  return `${path}?${new URLSearchParams({ save: to, token })}`;
}

/** The recipient that the page's address asks to save; null when it names none, or no valid address. */
export function readAddressBookQuery(search: string): Pick<AddressDetails, 'walletAddress' | 'token'> | null {
  const query = new URLSearchParams(search);
  const address = readAddress(query.get('save') ?? '');
  const token = query.get('token') ?? '';
  return address.ok
    ? { walletAddress: address.value, token: /^[A-Z\d.]{1,19}$/.test(token) ? token : '' }
    : null;
}
