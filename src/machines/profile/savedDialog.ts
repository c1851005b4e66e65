import type { SavedFlow } from '../core/savedFlow.ts';
import type { LoginMethod } from './removalMachine.ts';

/** A dialog of the profile with its typed or chosen values, without passwords and codes. */
export type SavedDialog =
  | { readonly dialog: 'password' | 'walletLink' }
  | { readonly dialog: 'email'; readonly email: string }
  | ({ readonly dialog: 'removal' } & LoginMethod);

/** In milliseconds. A later return is not the return from the identity provider. */
const lifetime = 15 * 60_000;

/** The record that is stored while the person is at an identity provider. `now` in milliseconds. */
export function recordOfDialog(saved: SavedDialog, now: number): SavedFlow {
  return { step: 'drafting', values: { ...saved, savedAt: String(now) }, key: null, quote: null };
}

/** Null for a missing, expired or unreadable record. */
export function dialogIn(record: SavedFlow | null, now: number): SavedDialog | null {
  const { dialog, savedAt, email = '', method, address = '' } = record?.values ?? {};
  const age = now - Number(savedAt ?? Number.NaN);
  if (!(age < lifetime)) return null;
  if (dialog === 'password' || dialog === 'walletLink') return { dialog };
  if (dialog === 'email') return { dialog, email };
  const isMethod = method === 'wallet' || method === 'openid';
  return dialog === 'removal' && isMethod ? { dialog, method, address } : null;
}
