import { randomUUID } from 'node:crypto';
import {
  createAccountCall,
  depositCall,
  freezeCall,
  signOutCall,
  unfreezeCall,
} from '../../contract/operator.ts';
import { searchAccountsCall } from '../../contract/operatorAccounts.ts';
import { givenFreezeReasons } from '../../contract/reasons.ts';
import { beginRecoveryCall, stopRecoveryCall } from '../../contract/recovery.ts';
import { refundCall } from '../../contract/refunds.ts';
import type { ToldUser } from '../../contract/user.ts';
import { oneOf, optional, text, token } from './arguments.ts';
import { command, type Noun, Sentence, type Tools } from './command.ts';

const email = text('EMAIL');
/** An account by either of two options; `email` was the first and still works. */
const named = { account: optional(text('ID|EMAIL|USERNAME')), email: optional(email) };

function requireNamed({ account, email }: { account?: string | undefined; email?: string | undefined }) {
  if (account === undefined && email === undefined) throw new Sentence('--account is missing.');
  if (account !== undefined && email !== undefined)
    throw new Sentence('--account and --email name an account each. Give one of them.');
}

/** An account without an email is shown by its ID. */
const nameOf = ({ id, email }: ToldUser) => email ?? id;

/** The ID of the open account with this email, ID or username. */
async function idOf(account: string, { askAll }: Tools): Promise<string> {
  const wanted = account.toLowerCase();
  const found = (await askAll(searchAccountsCall, { q: wanted })).filter(
    ({ id, email, username, closed_at }) =>
      closed_at === null && [id, email, username?.toLowerCase()].includes(wanted),
  );
  const [only] = found;
  if (!only) throw new Sentence(`No account has the email, the ID or the username ${account}.`);
  return only.id;
}

export const accounts: Noun = {
  refusals: {
    EMAIL_TAKEN: 'An account with this email exists already.',
    NOT_FOUND: 'No account has this ID, email or username.',
    KYC_REQUIRED: 'The identity of this account is not verified: it cannot be recovered.',
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
      { ...named, token, amount: text('AMOUNT'), id: optional(text('UUID')) },
      async ({ id = randomUUID(), ...body }, { ask, print }) => {
        requireNamed(body);
        const { amount, token, available } = await ask(depositCall, { id, ...body }, id);
        print(`Deposited ${amount} ${token}; available now: ${available} ${token}.`);
      },
    ),
    freeze: command(
      'freezes an account: its person can read everything and move nothing',
      { ...named, reason: optional(oneOf('CODE', givenFreezeReasons)), note: optional(text('TEXT')) },
      async (body, { ask, print }) => {
        requireNamed(body);
        print(`${nameOf(await ask(freezeCall, body))} is frozen.`);
      },
    ),
    'account recover': command(
      'recovers an account whose person has lost every factor: all its addresses are told, and after the waiting time a link is sent',
      { account: text('EMAIL|ID|USERNAME'), reason: text('TEXT'), 'new-email': optional(text('EMAIL')) },
      async ({ account, reason, 'new-email': email }, tools) => {
        const id = await idOf(account, tools);
        const begun = await tools.ask(beginRecoveryCall, { id, reason, ...(email && { email }) });
        tools.print(`The recovery of account ${begun.id} has begun; its link will go to ${begun.email}.`);
      },
    ),
    'account refund': command(
      'pays everything that a closed account holds of a token to an address of its person, less the fee',
      { account: text('ID'), token, to: text('ADDRESS'), reason: text('TEXT') },
      async ({ account: id, ...body }, { ask, print }) => {
        const { id: payment, amount, to, token } = await ask(refundCall, { id, ...body });
        print(`${amount} ${token} to ${to} wait: withdrawals approve ${payment}`);
      },
    ),
    'account recover-stop': command(
      'stops the recovery of an account',
      { account: text('EMAIL|ID|USERNAME') },
      async ({ account }, tools) => {
        const stopped = await tools.ask(stopRecoveryCall, { id: await idOf(account, tools) });
        tools.print(`The recovery of account ${stopped.id} is stopped.`);
      },
    ),
    unfreeze: command('lifts the freeze of an account', named, async (body, { ask, print }) => {
      requireNamed(body);
      const user = await ask(unfreezeCall, body);
      const isAwaited = user.status === 'frozen';
      print(`${nameOf(user)} is ${isAwaited ? 'frozen until its person has confirmed as well' : 'active'}.`);
    }),
    'account sign-out': command('ends all sessions of an account', named, async (body, { ask, print }) => {
      requireNamed(body);
      print(`${nameOf(await ask(signOutCall, body))} has no session any more.`);
    }),
  },
};
