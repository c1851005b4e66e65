import { readFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { operatorBase } from '../../contract/call.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { tell } from './figures.ts';

const streams = 1_000;
/** As many as the server lets one person have. */
const perPerson = 20;
const changes = 10;
const password = 'Bench1password';

/** Opens 1,000 streams on the built product and prints what they cost its memory, and how late each hears of a new price. */
export async function main() {
  const served = await serveBuild();
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  try {
    const operator = (await readFile(join(served.dataDir, 'operator-token'), 'utf8')).trim();
    const tokens = await openPeople(served, operator);
    const before = await memoryOf(served);
    const listeners = await openStreams(served, agent, tokens);
    const after = await memoryOf(served);
    const cost = ((after - before) * 1_000) / streams;
    tell({ name: `memory of each of ${streams} open streams`, value: cost, unit: 'kB', aim: 20 });
    const lags: number[] = [];
    for (let change = 1; change <= changes; change += 1) {
      const rate = `0.${1_000 + change}7`;
      const began = performance.now();
      const heard = listeners.map((listener) => listener.hear(`"rate":"${rate}"`, began));
      await post(served, '/api/operator/rates', operator, { pair: 'ZST/USDT', rate, confirm: true });
      lags.push(...(await Promise.all(heard)));
    }
    lags.sort((left, right) => left - right);
    const at = (share: number) => lags[Math.ceil(lags.length * share) - 1] ?? Number.NaN;
    const name = `a price from the operator to ${streams} streams`;
    tell({ name: `${name}, median`, value: at(0.5), unit: 'ms' });
    tell({ name: `${name}, p99`, value: at(0.99), unit: 'ms' });
    const memory = await memoryOf(served);
    tell({ name: `memory of the server after ${changes} changes of a price`, value: memory, unit: 'MB' });
  } finally {
    agent.destroy();
    await served.remove();
  }
}

async function openPeople(served: ServedBuild, operator: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < streams / perPerson; index += 1) {
    const email = `stream${index}@example.com`;
    const person = { email, password, first_name: 'Bench', last_name: 'Mark' };
    await post(served, '/api/operator/accounts', operator, person);
    const { data } = await post(served, '/api/web-app/auth/login', '', { email, password, remember: false });
    tokens.push(data.token);
  }
  return tokens;
}

async function post(served: ServedBuild, path: string, token: string, body: object) {
  const origin = path.startsWith(operatorBase) ? served.operatorOrigin : served.origin;
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

interface Listener {
  /** When `words` arrived, in milliseconds after `began`. */
  hear(words: string, began: number): Promise<number>;
}

async function openStreams(
  served: ServedBuild,
  agent: Agent,
  tokens: readonly string[],
): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (let round = 0; round < perPerson; round += 1) {
    listeners.push(...(await Promise.all(tokens.map((token) => openStream(served, agent, token)))));
  }
  await wait(2_000);
  return listeners;
}

function openStream({ port }: ServedBuild, agent: Agent, token: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const options = { agent, host: 'localhost', port, path: '/api/web-app/rates/stream', headers };
    get(options, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream was refused: ${answer.statusCode}`));
      else resolve(listenerOn(answer));
    }).on('error', reject);
  });
}

function listenerOn(answer: IncomingMessage): Listener {
  let text = '';
  let heard = () => {};
  answer.setEncoding('utf8');
  answer.on('error', () => {});
  answer.on('data', (piece: string) => {
    text = (text + piece).slice(-4_000);
    heard();
  });
  return {
    hear: (words, began) =>
      new Promise((resolve) => {
        heard = () => {
          if (text.includes(words)) resolve(performance.now() - began);
        };
      }),
  };
}

/** The resident memory of the server, in MB (proc(5), `VmRSS`). */
async function memoryOf({ process: { pid } }: ServedBuild): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_000;
}
