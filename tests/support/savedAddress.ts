import type { SavedAddress } from '../../contract/addressBook.ts';
import { outsideAddress } from './moneyFlow.ts';

/** An entry of an address book. */
export const savedAddress: SavedAddress = {
  id: '5b1a3a52-6a5f-4b5e-9d0b-3f6f4b1f2a10',
  label: 'My exchange',
  address: outsideAddress,
  token: null,
  note: null,
  created_at: '2026-11-20T09:00:00.000Z',
  usable_from: '2026-11-21T09:00:00.000Z',
  looks_like: null,
};
