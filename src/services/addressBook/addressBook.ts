import {
  type AddressBook,
  type AddressImport,
  addressBookCall,
  checkAddressCall,
  editAddressCall,
  exportAddressesCall,
  importAddressesCall,
  longestImport,
  type NewAddress,
  removeAddressCall,
  restoreAddressCall,
  type SavedAddress,
  saveAddressCall,
} from '../../../contract/addressBook.ts';
import { failureOf } from '../../../contract/failure.ts';
import type { Loaded } from '../../../contract/reading.ts';
import { type StepUpWorld, withProof } from '../auth/stepUp.ts';
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Cache, Reading } from '../core/cache.ts';
import { saveFile } from '../core/files.ts';
import type { Http } from '../core/http.ts';

export function readAddressBook(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<AddressBook>> {
  return cache.read(
    { key: 'addresses', fetch: async (signal) => (await http(addressBookCall, { signal })).data },
    reading,
  );
}

/** The server's check of an address before it is saved. */
export async function checkAddress(
  http: Http,
  { input: { values } }: { input: { readonly values: NewAddress } },
) {
  const { address, token } = values;
  const search = new URLSearchParams({ address, ...(token ? { token } : {}) });
  const { data } = await http(checkAddressCall, { search: search.toString() });
  return { address: data.address, looksLike: data.looks_like };
}

interface Typed {
  readonly password: string;
  readonly code: string;
  readonly otp: string;
}

/** Saves an address, with a fresh proof. */
export async function saveAddress(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: Typed & { readonly entry: NewAddress } } },
): Promise<SavedAddress> {
  const { entry, ...typed } = values;
  const { data } = await withProof(world, 'address', typed, (stepUp) =>
    world.http(saveAddressCall, { body: entry, stepUp }),
  );
  return data;
}

/** Saves the addresses of a table, with a fresh proof. */
export async function importAddresses(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: Typed & { readonly csv: string } } },
): Promise<AddressImport> {
  const { csv, ...typed } = values;
  const { data } = await withProof(world, 'address', typed, (stepUp) =>
    world.http(importAddressesCall, { body: { csv }, stepUp }),
  );
  return data;
}

/** Changes the label and the note. */
export async function editAddress(
  http: Http,
  { input: { values } }: { input: { readonly values: Pick<SavedAddress, 'id' | 'label' | 'note'> } },
): Promise<SavedAddress> {
  const { id, ...body } = values;
  return (await http(editAddressCall, { params: { id }, body })).data;
}

/** Removes an address. An address that is already gone counts as removed. */
export async function removeAddress(
  http: Http,
  { input }: { input: { readonly id: string } },
): Promise<void> {
  try {
    await http(removeAddressCall, { params: input });
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND' || isBareNotFound(error)) throw error;
  }
}

/** Restores an address that this session removed. One that is back already, as after a lost answer, counts as restored. */
export async function restoreAddress(
  http: Http,
  { input }: { input: { readonly id: string } },
): Promise<void> {
  try {
    await http(restoreAddressCall, { params: input });
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND' || isBareNotFound(error)) throw error;
    const { addresses } = (await http(addressBookCall)).data;
    if (!addresses.some(({ id }) => id === input.id)) throw error;
  }
}

/** Fetches the book as a table and saves it under `name`. */
export async function exportAddresses(
  http: Http,
  { input, signal }: { input: { readonly name: string }; signal: AbortSignal },
): Promise<void> {
  const text = await http(exportAddressesCall, { signal });
  if (!signal.aborted) saveFile(input.name, text, 'text/csv;charset=utf-8');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what shows that a file is not text
const notText = /[\0-\x08\x0e-\x1f]/;

/**
 * The text of a chosen file, cut just above the import's limit, so that the check still finds it too long. Rejects when the file is
 * not UTF-8 text.
 */
export async function readTable({ input }: { input: { readonly file: File } }): Promise<string> {
  const bytes = await input.file.slice(0, 4 * (longestImport + 1)).arrayBuffer();
  // With `stream`, a character that the cut splits is no error.
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  if (notText.test(text)) throw new Error('the file is not text');
  return text;
}
