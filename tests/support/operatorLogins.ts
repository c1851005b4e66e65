import { CallError } from '../../contract/failure.ts';
import type { OwnLogin } from '../../contract/operatorLogin.ts';
import type { OperatorPerson } from '../../contract/operatorPeople.ts';
import type { operatorPasskeyMachine } from '../../src/machines/console/operatorPasskeyMachine.ts';
import type { operatorsArea } from '../../src/machines/console/operatorsArea.ts';
import type { ownLoginArea } from '../../src/machines/console/ownLoginArea.ts';
import { setupMachine } from '../../src/machines/console/setupMachine.ts';
import { failure } from './actors.ts';
import type { Exploration } from './paths.ts';

export const anna = { name: 'anna', role: 'administrator' };
export const appSecret = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Zesto:anna?secret=JBSWY3DPEHPK3PXP',
};
const invitation = { name: 'carl', role: 'support', expires_at: '2026-11-21T09:00:00.000Z' };

export const ownLogin: OwnLogin = {
  totp: { created_at: '2026-11-20T09:00:00.000Z', last_used_at: null },
  passkeys: [
    {
      id: '6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a',
      name: 'Laptop',
      created_at: '2026-11-20T09:00:00.000Z',
      last_used_at: '2026-11-20T10:00:00.000Z',
      backed_up: false,
    },
  ],
};

export const person = (changes: Partial<OperatorPerson> = {}): OperatorPerson => ({
  name: 'carl',
  role: 'support',
  status: 'active',
  created_at: '2026-11-20T09:00:00.000Z',
  invited_until: null,
  last_seen_at: '2026-11-20T10:00:00.000Z',
  ...changes,
});

export const quietSetup = setupMachine.provide({ actions: { finish: () => {} } });

export const setupPaths: Exploration<typeof quietSetup> = {
  input: { now: () => 0 },
  events: [
    { type: 'retry.requested' },
    { type: 'factor.chosen', factor: 'app' },
    { type: 'factor.chosen', factor: 'passkey' },
  ],
  answers: {
    readInvitation: {
      done: [invitation],
      error: [
        new CallError({ ...failure('LINK_EXPIRED'), fields: { setup_code: 'used' } }),
        new CallError({ ...failure('LINK_EXPIRED'), fields: { setup_code: 'expired' } }),
        new CallError({ ...failure('LINK_EXPIRED'), fields: { setup_code: 'mismatch' } }),
        new CallError(failure('NETWORK')),
      ],
    },
    password: { done: [appSecret] },
    app: { done: [anna] },
    passkey: { done: [anna] },
  },
  distinguish: ({ context: { failure } }) => [failure?.code ?? null, failure?.fields.setup_code ?? null],
};

export const passkeyPaths: Exploration<typeof operatorPasskeyMachine> = {
  input: undefined,
  events: [{ type: 'passkey.wanted' }, { type: 'passkey.left' }],
  answers: {
    logIn: { done: [anna], error: [new CallError(failure('PASSKEY_CANCELLED'))] },
  },
  distinguish: ({ context: { failure } }) => failure?.code ?? null,
};

const aboutPasskey = { passkey: ownLogin.passkeys[0]?.id ?? '', name: 'Laptop', hasPasskey: true };

export const ownLoginPaths: Exploration<typeof ownLoginArea> = {
  input: { now: () => 0, operator: anna },
  events: [
    { type: 'change.requested', change: 'password', passkey: '', name: '', hasPasskey: false },
    { type: 'change.requested', change: 'setUpApp', passkey: '', name: '', hasPasskey: true },
    { type: 'change.requested', change: 'removePasskey', ...aboutPasskey },
    { type: 'change.closed' },
  ],
  answers: {
    factors: {},
    loginChange: { done: [{ kind: 'done' }, { kind: 'secret', ...appSecret }] },
    newApp: { done: [undefined] },
  },
  distinguish: ({ context: { request, changed } }) => [request.change, changed],
};

export const operatorsPaths: Exploration<typeof operatorsArea> = {
  input: { now: () => 0, operator: anna },
  events: [
    { type: 'item.opened', item: person() },
    { type: 'item.opened', item: person({ name: 'dora', status: 'invited', last_seen_at: null }) },
    { type: 'invitation.requested' },
    { type: 'change.requested', change: 'reset' },
    { type: 'change.requested', change: 'role' },
    { type: 'dialog.closed' },
  ],
  answers: {
    list: {},
    person: {
      done: [
        { kind: 'done' },
        { kind: 'proposed' },
        { kind: 'link', name: 'carl', url: 'http://localhost/#/setup/A', expires_at: invitation.expires_at },
      ],
    },
  },
  distinguish: ({ context: { opened, change, answer } }) => [
    opened?.name ?? null,
    change,
    answer?.kind ?? null,
  ],
};
