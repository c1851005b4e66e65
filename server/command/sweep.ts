import * as z from 'zod/mini';
import {
  exportSweepCall,
  type Sweep,
  sendSweepCall,
  settleSweepCall,
  sweepFile,
  sweepsCall,
} from '../../contract/sweeps.ts';
import { optional, sweepNumber, sweepPlace, text, token } from './arguments.ts';
import { command, type Noun, printAll, Sentence } from './command.ts';

const FILE = text('FILE');

export const sweep: Noun = {
  refusals: {
    NOT_FOUND: 'This server is on no chain.',
    STATUS_CONFLICT: 'Nothing was exported, sent or ended.',
    UNAVAILABLE: 'nothing was exported or ended.',
    AMOUNT_TOO_SMALL: 'The least amount must be more than 0.',
    VALIDATION_FAILED:
      'The server does not accept what was given: --to is hot, cold or the address of one of them (COLD_ADDRESS)',
  },
  commands: {
    'sweep export': command(
      'writes unsigned transactions for an offline signer, gas included: what lies at deposit addresses goes to the hot wallet, or --to cold',
      { FILE, to: optional(text('hot|cold|0x…')), token: optional(token), least: optional(text('AMOUNT')) },
      async ({ FILE: path, to = 'hot', ...body }, { ask, write, print }) => {
        const { file, totals, left_out } = await ask(exportSweepCall, { to, ...body });
        await write(path, `${JSON.stringify(file, null, 2)}\n`).catch(() => {
          throw new Sentence(
            `${path} cannot be written, or is there already: choose another, and export again.`,
          );
        });
        const amounts = totals.map(({ symbol, amount }) => `${amount} ${symbol}`).join(', ');
        print(
          `Sweep ${file.sweep}: ${amounts} to ${file.recipient} in ${file.transactions.length} transactions, for ${file.most_gas} coins of gas at most.`,
        );
        for (const each of left_out) print(each);
        print(`Sign ${path} where the key is (npm run sweep:sign), then: sweep send SIGNED`);
      },
    ),
    'sweep send': command(
      'broadcasts a signed file, whole or not at all; sent again it does no harm',
      { FILE },
      async ({ FILE: path }, { ask, read, print }) => {
        const file = z.safeParse(sweepFile, await parsed(read, path));
        if (!file.success) throw new Sentence(`${path} is no file of a sweep of this version.`);
        print(lineOf(await ask(sendSweepCall, file.data)));
        print('The server broadcasts it, gas first, and follows it: sweep list');
      },
    ),
    'sweep settle': command(
      'ends as failed a transaction that has succeeded without telling of tokens that left; look at its address first',
      { NUMBER: sweepNumber, TRANSACTION: sweepPlace },
      async ({ NUMBER: sweep, TRANSACTION: transaction }, { ask, print }) =>
        print(lineOf(await ask(settleSweepCall, { sweep, transaction }))),
    ),
    'sweep list': command('shows the last sweeps and how far they are', {}, async (_, tools) =>
      printAll(tools, (await tools.ask(sweepsCall, undefined)).map(lineOf), 'Nothing was swept yet.'),
    ),
  },
};

async function parsed(read: (path: string) => Promise<string>, path: string): Promise<unknown> {
  const source = await read(path).catch(() => {
    throw new Sentence(`${path} cannot be read.`);
  });
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

function lineOf({
  number,
  status,
  recipient,
  transactions,
  confirmed,
  failed,
  gas_paid,
  exported_at,
}: Sweep): string {
  const bad = failed > 0 ? `, ${failed} FAILED` : '';
  return `${number}  ${exported_at}  ${status}  to ${recipient}  ${confirmed} of ${transactions} transactions confirmed${bad}  gas ${gas_paid}`;
}
