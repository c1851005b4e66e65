import { fromPromise } from 'xstate';
import type { AddressImport, NewAddress, SavedAddress } from '../../../../contract/addressBook.ts';
import {
  addressBookArea,
  addressBookMachine,
  bookFactors,
  bookLoginMethods,
} from '../../../machines/addressBook/addressBookArea.ts';
import { addressDialogMachine } from '../../../machines/addressBook/addressDialogMachine.ts';
import {
  addressDetailsForm,
  addressEditForm,
  addressImportForm,
  addressProofForm,
  type CheckedAddress,
  type EditRequest,
  type ImportRequest,
  type SavingRequest,
} from '../../../machines/addressBook/addressForms.ts';
import { addressRemovalMachine } from '../../../machines/addressBook/addressRemovalMachine.ts';
import { exportMachine } from '../../../machines/core/exportMachine.ts';
import {
  checkAddress,
  editAddress,
  exportAddresses,
  importAddresses,
  readAddressBook,
  readTable,
  removeAddress,
  restoreAddress,
  saveAddress,
} from '../../../services/addressBook/addressBook.ts';
import { readFactors } from '../../../services/profile/factors.ts';
import { readLoginMethods } from '../../../services/profile/security.ts';
import { loader } from '../loader.ts';
import { provingFrom } from '../proving.ts';
import type { Services } from '../services.ts';
import { providedLimits } from './limits.ts';

export function createArea(services: Services) {
  const { http } = services;
  const proving = (request: { readonly signal: AbortSignal }) => provingFrom(services, '/addresses', request);
  return addressBookArea.provide({
    actors: {
      addressBook: addressBookMachine.provide({ actors: { load: loader(services, readAddressBook) } }),
      loginMethods: bookLoginMethods.provide({ actors: { load: loader(services, readLoginMethods) } }),
      factors: bookFactors.provide({ actors: { load: loader(services, readFactors) } }),
      dialog: addressDialogMachine.provide({
        actors: {
          readTable: fromPromise<string, { readonly file: File }>(readTable),
          addressDetails: addressDetailsForm.provide({
            actors: {
              submit: fromPromise<CheckedAddress, { readonly values: NewAddress }>((request) =>
                checkAddress(http, request),
              ),
            },
          }),
          addressProof: addressProofForm.provide({
            actors: {
              submit: fromPromise<SavedAddress, { readonly values: SavingRequest }>((request) =>
                saveAddress(proving(request), request),
              ),
            },
          }),
          addressImport: addressImportForm.provide({
            actors: {
              submit: fromPromise<AddressImport, { readonly values: ImportRequest }>((request) =>
                importAddresses(proving(request), request),
              ),
            },
          }),
          addressEdit: addressEditForm.provide({
            actors: {
              submit: fromPromise<SavedAddress, { readonly values: EditRequest }>((request) =>
                editAddress(http, request),
              ),
            },
          }),
        },
      }),
      removal: addressRemovalMachine.provide({
        actors: {
          removeAddress: fromPromise<void, { readonly id: string }>((request) =>
            removeAddress(http, request),
          ),
          restoreAddress: fromPromise<void, { readonly id: string }>((request) =>
            restoreAddress(http, request),
          ),
        },
      }),
      limits: providedLimits(services, '/addresses'),
      addressExport: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
            exportAddresses(http, request),
          ),
        },
      }),
    },
  });
}
