/** The forms of the address book: the details of an address, its proof, the import of a table, the change of a label. */
import type { ActorRefFrom } from 'xstate';
import {
  type AddressImport,
  editAddressCall,
  importAddressesCall,
  type NewAddress,
  type SavedAddress,
  saveAddressCall,
} from '../../../contract/addressBook.ts';
import { readAddressTable } from '../../../contract/addressTable.ts';
import { checkFields, type FieldErrors } from '../../../contract/rules.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { passwordNeeded } from '../profile/passwordNeeded.ts';
import type { TypedProof } from '../profile/proofForm.ts';

/** `token` is empty for an address that takes any token. */
export type AddressDetails = {
  readonly label: string;
  readonly walletAddress: string;
  readonly token: string;
  readonly note: string;
};

/** `looksLike`: a known address that this one resembles and may have been made to resemble. */
export interface CheckedAddress {
  readonly address: string;
  readonly looksLike: string | null;
}

const named = { address: 'walletAddress' } as const;

const withName = ({ address, ...fields }: FieldErrors): FieldErrors =>
  address ? { ...fields, walletAddress: address } : fields;

const entryOf = ({ label, walletAddress, token, note }: AddressDetails) =>
  checkFields(saveAddressCall.body(), { label, address: walletAddress, token: token || null, note });

/** The details of an address. `submit` answers the server's check of the address. */
export const addressDetailsForm = createFormMachine<AddressDetails, NewAddress, CheckedAddress>({
  id: 'addressDetails',
  empty: { label: '', walletAddress: '', token: '', note: '' },
  fields: named,
  check: (values) => {
    const checked = entryOf(values);
    return checked.ok ? checked : { ok: false, fields: withName(checked.fields) };
  },
});

type ProofValues = {
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};
const noProof = { hasPassword: false, password: '', code: '', otp: '' } as const;
const secrets = ['password', 'code', 'otp'] as const;

type SavingValues = AddressDetails &
  ProofValues & {
    readonly mustCompare: boolean;
    readonly isCompared: boolean;
  };

export type SavingRequest = TypedProof & { readonly entry: NewAddress };

/** The proof for saving an address, and the person's confirmation that they compared it with the address it resembles. */
export const addressProofForm = createFormMachine<SavingValues, SavingRequest, SavedAddress>({
  id: 'addressProof',
  empty: {
    label: '',
    walletAddress: '',
    token: '',
    note: '',
    mustCompare: false,
    isCompared: false,
    ...noProof,
  },
  secrets,
  fields: named,
  check: (values) =>
    withCode(values, ({ mustCompare, isCompared, ...typed }) => {
      const entry = entryOf(typed);
      const fields: FieldErrors = {
        ...(entry.ok ? {} : withName(entry.fields)),
        ...passwordNeeded(typed),
        ...(mustCompare && !isCompared ? { isCompared: 'required' } : {}),
      };
      return entry.ok && Object.keys(fields).length === 0
        ? { ok: true, value: { entry: entry.value, password: typed.password } }
        : { ok: false, fields };
    }),
});

type ImportValues = ProofValues & { readonly name: string; readonly csv: string };
export type ImportRequest = TypedProof & { readonly csv: string };

/** The errors of a table by line and column, like `3.address`. Which tokens are listed and which addresses are the person's own, only the server knows. */
export function tableErrors(csv: string): FieldErrors {
  const body = checkFields(importAddressesCall.body(), { csv });
  if (!body.ok) return body.fields;
  const read = readAddressTable(csv, null);
  return read.ok ? {} : read.problem;
}

/** The proof for the import of a table without errors. The server may still refuse its lines, by names like `3.address`. */
export const addressImportForm = createFormMachine<ImportValues, ImportRequest, AddressImport>({
  id: 'addressImport',
  empty: { name: '', csv: '', ...noProof },
  secrets,
  check: (values) =>
    withCode(values, (typed) => {
      const fields = passwordNeeded(typed);
      return fields
        ? { ok: false, fields }
        : { ok: true, value: { csv: typed.csv, password: typed.password } };
    }),
});

type EditValues = { readonly id: string; readonly label: string; readonly note: string };
export type EditRequest = { readonly id: string; readonly label: string; readonly note: string | null };

/** Changes the label or the note. */
export const addressEditForm = createFormMachine<EditValues, EditRequest, SavedAddress>({
  id: 'addressEdit',
  empty: { id: '', label: '', note: '' },
  check: ({ id, label, note }) => {
    const checked = checkFields(editAddressCall.body(), { label, note });
    return checked.ok
      ? { ok: true, value: { id, label: checked.value.label ?? label, note: checked.value.note ?? null } }
      : checked;
  },
});

export type AddressDetailsRef = ActorRefFrom<typeof addressDetailsForm>;
export type AddressProofRef = ActorRefFrom<typeof addressProofForm>;
export type AddressImportRef = ActorRefFrom<typeof addressImportForm>;
export type AddressEditRef = ActorRefFrom<typeof addressEditForm>;
