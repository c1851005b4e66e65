import { randomUUID } from 'node:crypto';
import { createAccountCall, depositCall, freezeCall, unfreezeCall } from '../../contract/operator.ts';
import { freezeReasons } from '../../contract/reasons.ts';
import { oneOf, optional, text, token } from './arguments.ts';
import { command, type Noun } from './command.ts';

const email = text('EMAIL');

export const accounts: Noun = {
  refusals: {
    EMAIL_TAKEN: 'An account with this email exists already.',
    NOT_FOUND: 'No account has this email.',
    AMOUNT_TOO_SMALL: 'The amount must be more than 0.',
    AMOUNT_TOO_LARGE: 'The amount is larger than any deposit can be.',
    IDEMPOTENCY_MISMATCH: 'This --id was used for another deposit.',
  },
  commands: {
    'account create': command(
      'opens an account',
      { email, password: text('PASSWORD'), 'first-name': text('NAME'), 'last-name': text('NAME') },
      async ({ email, password, 'first-name': first_name, 'last-name': last_name }, { ask, print }) => {
        const account = await ask(createAccountCall, { email, password, first_name, last_name });
        print(`Account ${account.id} is open for ${account.email}.`);
      },
    ),
    deposit: command(
      'credits an account with tokens from outside; with the same --id it happens once',
      { email, token, amount: text('AMOUNT'), id: optional(text('UUID')) },
      async ({ id = randomUUID(), ...body }, { ask, print }) => {
        const { amount, token, available } = await ask(depositCall, { id, ...body }, id);
        print(`Deposited ${amount} ${token}; available now: ${available} ${token}.`);
      },
    ),
    freeze: command(
      'freezes an account: its person can read everything and move nothing',
      { email, reason: optional(oneOf('CODE', freezeReasons)), note: optional(text('TEXT')) },
      async (body, { ask, print }) => print(`${(await ask(freezeCall, body)).email} is frozen.`),
    ),
    unfreeze: command('lifts the freeze of an account', { email }, async (body, { ask, print }) =>
      print(`${(await ask(unfreezeCall, body)).email} is active.`),
    ),
  },
};
