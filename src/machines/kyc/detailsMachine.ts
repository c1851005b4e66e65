/** The details with which documents are compared. `submit` gets the changed ones, which may be none, and answers the user. */
import type { ActorRefFrom } from 'xstate';
import * as z from 'zod/mini';
import type { comparedDetails } from '../../../contract/kyc.ts';
import { checkFields, country, dateOfBirth, personName } from '../../../contract/rules.ts';
import type { User } from '../../../contract/user.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { follow } from '../core/follow.ts';
import { changesIn } from '../profile/personalMachine.ts';

export type Details = Readonly<Record<(typeof comparedDetails)[number], string>>;

const details = (today: string) =>
  z.strictObject({
    first_name: personName,
    last_name: personName,
    date_of_birth: dateOfBirth(today),
    country,
  });

/** Sends only changed fields, like the profile's form, so that a change from elsewhere is not put back. */
export const detailsMachine = createFormMachine<Details, Partial<Details>, User>({
  id: 'details',
  empty: { first_name: '', last_name: '', date_of_birth: '', country: '' },
  check: (values, today, begun) => {
    const checked = checkFields(details(today), values);
    return checked.ok ? { ok: true, value: changesIn<Details>(checked.value, begun) } : checked;
  },
  follow,
});

export type DetailsRef = ActorRefFrom<typeof detailsMachine>;
