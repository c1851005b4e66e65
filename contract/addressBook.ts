import * as z from 'zod/mini';
import type { BodyOf, Call } from './call.ts';
import { capped } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';
import { emptiable, onePathId, seen, tokenSymbol, walletAddress } from './textRules.ts';

export const addressesPerBook = 200;

/** How long a removed address can be restored, in hours. */
export const restorableHours = 24;

/** The most characters of an imported file: enough for 200 lines of the greatest length. */
export const longestImport = 100_000;

export const addressLabel = seen(50).check(z.minLength(1, 'required'));

/** The person's note about it; a blank text counts as none. */
export const addressNote = emptiable(seen(200));

/** The token that the address is for; null for any. */
const onlyToken = z.nullable(tokenSymbol);

/**
 * A saved address. From `usable_from` on there is no limit for it; before that, the limits for new addresses apply. `looks_like`: another
 * address that the person knows, with the same four characters at both ends, or with a half in common.
 */
const savedAddress = z.object({
  id: z.string(),
  label: z.string(),
  address: z.string(),
  token: z.nullable(z.string()),
  note: z.nullable(z.string()),
  created_at: instant,
  usable_from: instant,
  looks_like: z.nullable(z.string()),
});

/**
 * The limits for new addresses, in USDT: `small_limit` may be paid to all of them together in 24 hours, of which `small_left` is left. An
 * address is new for `wait_hours`. `allow_list_only`: only saved addresses may be paid, until `allow_list_ends` if the end of this was
 * requested.
 */
const newAddressRules = z.object({
  wait_hours: z.int(),
  small_limit: decimal,
  small_left: decimal,
  allow_list_only: z.optional(z.boolean()),
  allow_list_ends: z.optional(z.nullable(instant)),
});

export const addressBookCall = {
  method: 'GET',
  path: '/addresses',
  summary: 'List my saved addresses by label, with the rules for new addresses',
  access: 'session',
  status: 200,
  answer: answer(z.object({ addresses: z.array(savedAddress), rules: newAddressRules })),
  problems: [],
} as const satisfies Call;

const newAddress = {
  label: addressLabel,
  address: walletAddress,
  token: z.optional(onlyToken),
  note: z.optional(addressNote),
};

export const saveAddressCall = {
  method: 'POST',
  path: '/addresses',
  summary:
    'Save an address; needs a fresh proof (`Step-Up`, action `address`). Until `usable_from` a lower limit applies to it',
  access: 'session',
  status: 201,
  body: () => z.strictObject(newAddress),
  answer: answer(savedAddress),
  problems: ['STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'ACCOUNT_BLOCKED', 'ADDRESS_INVALID', 'ADDRESS_LIMIT'],
} as const satisfies Call;

export const checkAddressCall = {
  method: 'GET',
  path: '/addresses/check',
  summary:
    'Check an address before saving it: returns it as it will be stored, and a known address that it resembles',
  access: 'session',
  status: 200,
  search: z.object({ address: walletAddress, token: z.optional(tokenSymbol) }),
  answer: answer(z.object({ address: z.string(), looks_like: z.nullable(z.string()) })),
  problems: ['ADDRESS_INVALID'],
} as const satisfies Call;

export const editAddressCall = {
  method: 'PATCH',
  path: '/addresses/{id}',
  params: onePathId,
  summary: 'Change the label or note of a saved address',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ label: z.optional(addressLabel), note: z.optional(addressNote) }),
  answer: answer(savedAddress),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const removeAddressCall = {
  method: 'DELETE',
  path: '/addresses/{id}',
  params: onePathId,
  summary: 'Remove a saved address; it can be restored for 24 hours',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const restoreAddressCall = {
  method: 'POST',
  path: '/addresses/{id}/restore',
  params: onePathId,
  summary:
    'Restore a removed address: the session that removed it with its earlier `usable_from`, any other with a fresh proof (`Step-Up`), and the address waits like a new one',
  access: 'session',
  status: 200,
  answer: answer(savedAddress),
  problems: [
    'STEP_UP_REQUIRED',
    'SETTINGS_LOCKED',
    'ACCOUNT_BLOCKED',
    'NOT_FOUND',
    'STATUS_CONFLICT',
    'ADDRESS_LIMIT',
  ],
} as const satisfies Call;

export const exportAddressesCall = {
  method: 'GET',
  path: '/addresses/export',
  summary: 'Download my saved addresses as CSV',
  access: 'session',
  status: 200,
  answer: null,
  file: 'text/csv',
  problems: [],
} as const satisfies Call;

export const importAddressesCall = {
  method: 'POST',
  path: '/addresses/import',
  summary:
    'Import addresses from CSV, all or none; needs a fresh proof (`Step-Up`). Columns: `label`, `address`, and optionally `token` and `note`. An error in line 3 is reported as `3.address`',
  access: 'session',
  status: 201,
  body: () => z.strictObject({ csv: capped(longestImport, 'required') }),
  largestBody: 4 * longestImport,
  answer: answer(
    z.object({
      /** Saved lines, and lines whose address is already in the book and stays unchanged. */
      added: z.int(),
      unchanged: z.int(),
      /** The saved addresses that resemble others. */
      looks_like: z.array(z.object({ address: z.string(), looks_like: z.string() })),
    }),
  ),
  problems: ['STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'ACCOUNT_BLOCKED', 'ADDRESS_LIMIT'],
} as const satisfies Call;

export type SavedAddress = z.infer<typeof savedAddress>;
export type AddressBook = z.infer<(typeof addressBookCall)['answer']>['data'];
export type NewAddressRules = z.infer<typeof newAddressRules>;
export type NewAddress = BodyOf<typeof saveAddressCall>;
export type AddressImport = z.infer<(typeof importAddressesCall)['answer']>['data'];
