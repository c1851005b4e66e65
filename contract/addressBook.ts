import * as z from 'zod/mini';
import type { BodyOf, Call } from './call.ts';
import { capped, emptiable, line, onePathId, tokenSymbol, walletAddress } from './rules.ts';
import { answer, decimal, instant } from './schemas.ts';

/** An address book has at most so many addresses. */
export const addressesPerBook = 200;

/** An address that was removed can be put back for so long, in hours. */
export const restorableHours = 24;

/** The most characters of a file that is imported: 200 lines with the longest of everything fit. */
export const longestImport = 100_000;

/** Characters that are not seen and change how their neighbours are read: the directions of writing, and spaces of no width. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** One line of at most `most` characters, each of which is seen. */
export const seen = (most: number) =>
  line(2 * most).check(
    z.refine((text: string) => [...text].length <= most, { error: 'too_long', abort: true }),
    z.refine((text: string) => !unseen.test(text), 'characters'),
  );

/** What a saved address is called. */
export const addressLabel = seen(50).check(z.minLength(1, 'required'));

/** What its person wants to remember of it; a blank text is none. */
export const addressNote = emptiable(seen(200));

/** The token that the address is for; null for any. */
const onlyToken = z.nullable(tokenSymbol);

/**
 * An address that I saved. From `usable_from` on everything may be paid to it; before, only what a day lets through to new addresses.
 * `looks_like`: another address that I know and that begins and ends with the same four characters, or has a half in common.
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
 * What new addresses are held to, in USDT: `small_limit` may be paid in 24 hours to all of them together, of which `small_left` is left. A
 * new address is one for `wait_hours`. `allow_list_only`: nothing is paid but saved addresses, until `allow_list_ends` once its end was asked for.
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
  summary: 'My address book, by label, and what new addresses are held to',
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
    'Save an address, with a fresh proof (`Step-Up`) for `address`; until `usable_from` only little may be paid to it',
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
    'Whether an address can be saved, as it will be written, and which address that I know it looks like',
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
  summary: 'Give a saved address another label or note',
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
  summary: 'Remove an address from my address book; it can be put back for 24 hours',
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
    'Put a removed address back, with the `usable_from` that it had; another session than the one that removed it shows a fresh proof (`Step-Up`)',
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
  summary: 'My address book as a table',
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
    'Save the addresses of a table (CSV with the columns `label` and `address`, and if wanted `token` and `note`), all or none, with a fresh proof (`Step-Up`). What is wrong with line 3 is told by `3.address`',
  access: 'session',
  status: 201,
  body: () => z.strictObject({ csv: capped(longestImport, 'required') }),
  largestBody: 4 * longestImport,
  answer: answer(
    z.object({
      /** Lines that were saved, and lines whose address is in the book already and stays as it is. */
      added: z.int(),
      unchanged: z.int(),
      /** Of what was saved: the addresses that look like others. */
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
