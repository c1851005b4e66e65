/** A person's details. `submit` answers the changed user. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BodyOf } from '../../../contract/call.ts';
import type { comparedDetails } from '../../../contract/kyc.ts';
import { updateProfileCall } from '../../../contract/profile.ts';
import { checkFields } from '../../../contract/rules.ts';
import type { User } from '../../../contract/user.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import { follow } from '../core/follow.ts';

export type Changes = BodyOf<typeof updateProfileCall>;
type PersonalValues = { readonly [Name in keyof Changes]-?: string };

/** Sends only changed fields, so that changes from another device are not overwritten. */
export const personalMachine = createFormMachine<PersonalValues, Changes, User>({
  id: 'personal',
  empty: {
    first_name: '',
    last_name: '',
    username: '',
    phone: '',
    date_of_birth: '',
    country: '',
    gender: '',
    address: '',
    city: '',
    zip_code: '',
  },
  check: (values, today, begun) => checkFields(updateProfileCall.body(today), changesIn(values, begun)),
  refusals: { USERNAME_TAKEN: { username: 'taken' } },
  isWorthSending: hasChanges,
  follow,
});

function hasChanges(values: PersonalValues, begun: PersonalValues): boolean {
  return Object.keys(changesIn(values, begun)).length > 0;
}

/** The fields whose values changed. */
export function changesIn<Values extends Readonly<Record<string, string>>>(
  values: Values,
  begun: Values,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== begun[name]),
  ) as Partial<Values>;
}

/** The initial values of a form about a person: empty where nothing is known. */
export function knownOf(user: User): Record<string, string> {
  return Object.fromEntries(
    Object.entries(user).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

const compared: typeof comparedDetails = ['first_name', 'last_name', 'date_of_birth', 'country'];

/** The details that cannot change while documents are compared with them, and after the verification. */
export const lockedIn = ({ kyc_status }: User): readonly string[] =>
  kyc_status === 'pending' || kyc_status === 'approved' ? compared : [];

export type PersonalRef = ActorRefFrom<typeof personalMachine>;

/** Whether there is no change to save. */
export const isUnchanged = ({ context: { values, begun } }: SnapshotFrom<typeof personalMachine>) =>
  !hasChanges(values, begun);
