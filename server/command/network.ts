import { randomUUID } from 'node:crypto';
import { networkDepositCall } from '../../contract/operator.ts';
import { accounts } from './accounts.ts';
import { optional, text, token } from './arguments.ts';
import { command, type Noun } from './command.ts';

export const network: Noun = {
  refusals: {
    ...accounts.refusals,
    NOT_FOUND: 'This server does not run the demo’s chain: pay by the means of its own.',
    ADDRESS_INVALID: 'This is nobody’s address here.',
  },
  commands: {
    'network deposit': command(
      'pays an address from the faucet of the demo’s chain; with the same --id it happens once',
      { to: text('ADDRESS'), token, amount: text('AMOUNT'), id: optional(text('UUID')) },
      async ({ id = randomUUID(), ...body }, { ask, print }) => {
        const { amount, token, to, needed, tx_hash } = await ask(networkDepositCall, { id, ...body }, id);
        print(`Sent ${amount} ${token} to ${to}; it needs ${needed} confirmations: ${tx_hash}`);
      },
    ),
  },
};
