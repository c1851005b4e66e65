/** The details with which documents are compared. `submit` answers the user. */
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod/mini';
import type { comparedDetails } from '../../../contract/kyc.ts';
import { checkFields, country, dateOfBirth, personName } from '../../../contract/rules.ts';
import type { User } from '../../../contract/user.ts';
import { createFormMachine } from '../core/createFormMachine.ts';

export type Details = Readonly<Record<(typeof comparedDetails)[number], string>>;

const details = (today: string) =>
  z.strictObject({
    first_name: personName,
    last_name: personName,
    date_of_birth: dateOfBirth(today),
    country,
  });

export const detailsMachine = createFormMachine<Details, Details, User>({
  id: 'details',
  empty: { first_name: '', last_name: '', date_of_birth: '', country: '' },
  check: (values, today) => checkFields(details(today), values),
});

export type DetailsRef = ActorRefFrom<typeof detailsMachine>;
