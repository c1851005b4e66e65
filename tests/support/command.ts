import { type CommandWorld, runCommand } from '../../server/command/run.ts';
import { operatorToken, type TestServer } from './server.ts';

const away = () => Promise.reject(new Error('there is no machine'));
const noMaintenance = { makeKey: away, backUp: away, restore: away, move: away };

/** Runs a line of the operator's command on a test server; `said` is all that it has written, in order. */
export async function runOperator(
  it: Pick<TestServer, 'operate'>,
  args: readonly string[],
  changes: Partial<CommandWorld> = {},
) {
  const printed: string[] = [];
  const complained: string[] = [];
  const said: string[] = [];
  const world: CommandWorld = {
    origin: 'http://localhost:3000',
    token: operatorToken,
    fetch: (request) => it.operate(request),
    read: () => Promise.reject(new Error('there are no files')),
    write: () => Promise.reject(new Error('nothing is written')),
    prompt: () => Promise.reject(new Error('nobody answers')),
    keepSession: () => Promise.reject(new Error('no session is kept')),
    maintenance: noMaintenance,
    print: (text) => {
      printed.push(text);
      said.push(text);
    },
    complain: (text) => {
      complained.push(text);
      said.push(text);
    },
  };
  const code = await runCommand(args, { ...world, ...changes });
  return { code, printed, complained, said };
}
