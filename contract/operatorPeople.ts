import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { operatorRoles } from './operatorRoles.ts';
import { capped } from './rules.ts';
import { answer, instant } from './schemas.ts';

/** The name of an operator. The log identifies operators by it, so it is never given to another person. */
export const operatorName = capped(30).check(z.regex(/^[a-z][a-z0-9._-]{1,29}$/, 'format'));

const role = z.enum(operatorRoles, 'format');

/** `invited`: has not set up a login yet. */
const operatorPerson = z.object({
  name: z.string(),
  role: z.string(),
  status: z.enum(['invited', 'active', 'disabled']),
  created_at: instant,
  /** Until when an invited operator's last code is valid. */
  invited_until: z.nullable(instant),
  last_seen_at: z.nullable(instant),
});

/** With the setup code the operator chooses a password and a second factor, once and until `expires_at`. It is not shown again. */
const invited = z.object({ name: z.string(), role: z.string(), setup_code: z.string(), expires_at: instant });

export const peopleCall = {
  method: 'GET',
  path: '/people',
  summary: 'List operators by name',
  access: 'operator',
  status: 200,
  answer: answer(z.array(operatorPerson)),
  problems: [],
} as const satisfies Call;

export const addPersonCall = {
  method: 'POST',
  path: '/people',
  summary: 'Add an operator; returns the code for setting up their login',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ name: operatorName, role }),
  answer: answer(invited),
  problems: ['APPROVAL_REQUIRED', 'USERNAME_TAKEN', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const changeRoleCall = {
  method: 'POST',
  path: '/people/role',
  summary: 'Change an operator’s role; applies from their next call',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ name: operatorName, role }),
  answer: answer(operatorPerson),
  problems: ['APPROVAL_REQUIRED', 'NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const disablePersonCall = {
  method: 'POST',
  path: '/people/disable',
  summary: 'Disable an operator and end their sessions',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ name: operatorName }),
  answer: answer(operatorPerson),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const resetPersonCall = {
  method: 'POST',
  path: '/people/reset',
  summary:
    'Reset another operator’s login: removes their password, authenticator app and passkeys, ends their sessions, and lets them set up new ones. Enables a disabled operator',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ name: operatorName }),
  answer: answer(invited),
  problems: ['APPROVAL_REQUIRED', 'NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const invitePersonCall = {
  method: 'POST',
  path: '/people/invitation',
  summary:
    'Replace the setup code of an invited operator who has no login yet; needs no second operator, because the invitation was approved',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ name: operatorName }),
  answer: answer(invited),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type OperatorPerson = z.infer<typeof operatorPerson>;
export type InvitedOperator = z.infer<typeof invited>;
