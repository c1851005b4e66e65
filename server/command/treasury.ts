import { randomUUID } from 'node:crypto';
import {
  acceptTransferCall,
  bookTreasuryCall,
  type TreasuryStatement,
  treasuryCall,
} from '../../contract/treasury.ts';
import { flag, optional, text, token } from './arguments.ts';
import { command, type Noun } from './command.ts';

export const treasury: Noun = {
  refusals: {
    NOT_FOUND: 'This server is on no chain, or no unexplained transaction of it has this hash.',
    STATUS_CONFLICT: 'Nothing was accepted.',
    UNAVAILABLE: 'nothing was read.',
    AMOUNT_TOO_SMALL: 'The amount must not be 0.',
    IDEMPOTENCY_MISMATCH: 'This --id was used for something else.',
  },
  commands: {
    treasury: command(
      'shows what lies on the chain at a block and whose it is',
      { json: flag },
      async ({ json }, { ask, print }) => {
        const statement = await ask(treasuryCall, undefined);
        if (json) print(JSON.stringify(statement, null, 2));
        else for (const line of linesOf(statement)) print(line);
      },
    ),
    'treasury book': command(
      'changes the float by what no transfer tells: --amount=-5 for what is gone; with the same --id it happens once',
      { token, amount: text('AMOUNT'), note: text('TEXT'), id: optional(text('UUID')) },
      async ({ id = randomUUID(), ...body }, { ask, print }) => {
        const booked = await ask(bookTreasuryCall, { id, ...body }, id);
        print(`The float has changed by ${booked.amount} ${booked.token}.`);
      },
    ),
    'treasury accept': command(
      'writes down what an unexplained transaction was; audits go on finding it until then',
      { HASH: text('HASH'), note: text('TEXT') },
      async ({ HASH: tx_hash, note }, { ask, print }) => {
        const { accepted } = await ask(acceptTransferCall, { tx_hash, note });
        print(`Accepted: ${accepted} ${accepted === 1 ? 'transfer' : 'transfers'} of ${tx_hash}.`);
      },
    ),
  },
};

function linesOf({ chain, block, tokens, coins, payments }: TreasuryStatement): string[] {
  const gas = coins.map(({ kind, address, amount }) => {
    const enough = kind === 'hot' && payments !== null ? `, enough for about ${payments} withdrawals` : '';
    return `  ${coinNames[kind]} ${address}: ${amount} coins${enough}`;
  });
  return [`${chain}, block ${block.number} (${block.hash})`, ...gas, ...tokens.flatMap(tokenLines)];
}

const coinNames = { hot: 'hot wallet', cold: 'cold address', gas: 'gas address' } as const;

function tokenLines(token: TreasuryStatement['tokens'][number]): string[] {
  const { symbol, is_read, unexplained } = token;
  const places = `deposit addresses ${token.deposit_addresses}, hot wallet ${token.hot_wallet}, cold address ${token.cold_address}, gas address ${token.gas_address}`;
  const owners = `customers ${token.owed}, fees ${token.fees}, exchanges ${token.exchanged}, float ${token.float}`;
  return [
    symbol,
    `  where: ${is_read ? places : 'its balances cannot be read'}`,
    `  on its way: in ${token.arriving}, out ${token.leaving}`,
    `  whose: ${owners}`,
    `  ${verdict(token)}`,
    ...unexplained.map(
      ({ amount, address, tx_hash }) =>
        `  UNEXPLAINED: ${amount} ${symbol} left ${address} in transaction ${tx_hash}`,
    ),
  ];
}

function verdict({ is_read, difference }: TreasuryStatement['tokens'][number]): string {
  if (!is_read) return 'not compared: the contract does not tell balances, or the nodes do not agree on them';
  if (difference === null) return 'not compared yet: the first block is being read';
  if (difference === '0') return 'the chain and the books agree';
  return difference.startsWith('-')
    ? `MISSING on the chain: ${difference.slice(1)}`
    : `beyond the books: ${difference} (treasury book makes it float)`;
}
