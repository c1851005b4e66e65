import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { operatorBase } from '../../contract/call.ts';
import type { Answer, Call, Sent } from './client.ts';
import type { Cluster } from './cluster.ts';
import { until } from './cluster.ts';

const callers = 6;
const password = 'Cluster1password';
const given = 1_000;
/** Hundredths of a token: sums of them are whole numbers. */
const priceInHundredths = 1;
const pause = 60;
const beforeAgain = 300;

interface Person {
  readonly token: string;
  readonly address: string;
}

/** One who pays, one who is paid by nobody else, and how many payments between them were acknowledged. */
interface Pair {
  readonly payer: Person;
  readonly payee: Person;
  acknowledged: number;
}

/** What was seen since the last `begin`. Times are in milliseconds. */
interface Seen {
  /** When payments were acknowledged (`performance.now`). */
  readonly at: number[];
  /** How often each answer came, as `POST 503` or `GET no answer`; good ones are left out. */
  readonly trouble: Map<string, number>;
  /** The longest that one payment took, from the first time that its quote was asked for. */
  longestWait: number;
  /** Sentences about what should not be: a balance, a history, an answer. */
  readonly wrong: string[];
}

/** What the books say at rest of all pairs together. */
interface Judged {
  readonly lost: number;
  readonly doubled: number;
}

export interface Payments {
  readonly seen: Seen;
  /** Forgets what was seen, and lets the callers pay until `rest`. */
  begin(): Promise<void>;
  /** Resolves when each caller has an answer to its payment. */
  rest(): Promise<void>;
  /** Compares what was acknowledged with the history and balance of everybody. */
  judge(): Promise<Judged>;
  /** The operator's audit at the first server that answers. */
  audit(): Promise<string>;
}

const nothing = (): Seen => ({ at: [], trouble: new Map(), longestWait: 0, wrong: [] });

/** Registers people at the cluster, with money. */
export async function openPayments(cluster: Cluster, call: Call): Promise<Payments> {
  let seen = nothing();
  let isResting = false;
  let running: Promise<unknown> = Promise.resolve();

  async function operate(path: string, body?: unknown): Promise<Answer['body']> {
    for (const origin of cluster.operatorOrigins) {
      const answer = await fetch(`${origin}${operatorBase}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${cluster.operatorToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { data: unknown }).data;
      if (answer && answer.status < 500) throw new Error(`${path}: ${await answer.text()}`);
    }
    throw new Error(`no server answered ${path}`);
  }

  async function register(name: string): Promise<Person> {
    const email = `${name}@example.com`;
    await operate('/accounts', { email, password, first_name: 'Clus', last_name: 'Ter' });
    await operate('/deposits', { id: randomUUID(), email, token: 'USDT', amount: String(given) });
    const login = await answered('/auth/login', { token: '', body: { email, password, remember: false } });
    const token = String(login.body?.data?.token);
    const { body } = await answered('/wallet/addresses', { token, body: { token: 'USDT' } });
    return { token, address: String(body?.data?.address) };
  }

  const note = (sent: Sent, { status, retryAfter }: Answer) => {
    const told =
      status === 0 ? 'no answer' : `${status}${retryAfter === undefined ? '' : ' with Retry-After'}`;
    const what = `${sent.body === undefined ? 'GET' : 'POST'} ${told}`;
    seen.trouble.set(what, (seen.trouble.get(what) ?? 0) + 1);
  };

  /** Asks again, with the same key, until there is an answer that is final. */
  async function answered(path: string, sent: Sent): Promise<Answer> {
    for (;;) {
      const answer = await call(path, sent);
      if (answer.status >= 200 && answer.status < 300) return answer;
      note(sent, answer);
      if (answer.status === 500) seen.wrong.push(`500 by ${path}`);
      if (answer.status !== 0 && answer.status < 500 && answer.status !== 429) return answer;
      await wait(beforeAgain);
    }
  }

  async function quote({ payer, payee }: Pair): Promise<string | null> {
    const body = {
      kind: 'send',
      token: 'USDT',
      amount: (priceInHundredths / 100).toFixed(2),
      to: payee.address,
    };
    const quoted = await answered('/transactions/quotes', { token: payer.token, body });
    if (quoted.status === 201) return String(quoted.body.data.id);
    seen.wrong.push(`a quote was refused: ${quoted.status} ${quoted.body?.code}`);
    return null;
  }

  async function pay(pair: Pair): Promise<void> {
    const began = performance.now();
    const quote_id = await quote(pair);
    if (quote_id === null) return;
    const { token } = pair.payer;
    const paid = await answered('/transactions/send', { token, key: randomUUID(), body: { quote_id } });
    const ended = performance.now();
    seen.longestWait = Math.max(seen.longestWait, ended - began);
    // A quote lives for a minute: who waited longer is refused, and has paid nothing.
    if (paid.status !== 201) {
      if (paid.body?.code !== 'QUOTE_EXPIRED')
        seen.wrong.push(`a payment was refused: ${paid.status} ${paid.body?.code}`);
      return;
    }
    pair.acknowledged += 1;
    seen.at.push(ended);
    await read(pair, String(paid.body.data.id));
  }

  /** What was just acknowledged is there, once, whichever server and database answer. */
  async function read(pair: Pair, id: string): Promise<void> {
    const { token } = pair.payer;
    const transaction = await answered(`/transactions/${id}`, { token });
    if (transaction.status !== 200)
      seen.wrong.push(`an acknowledged payment was not found: ${transaction.status}`);
    const [count, cents] = [await countOf(pair.payer, 'send'), await centsOf(pair.payer)];
    const [wanted, wantedCents] = [pair.acknowledged, given * 100 - pair.acknowledged * priceInHundredths];
    if (count !== wanted) seen.wrong.push(`${wanted} payments were acknowledged, the history has ${count}`);
    if (cents !== wantedCents)
      seen.wrong.push(`a balance was ${cents / 100} instead of ${wantedCents / 100}`);
  }

  async function countOf({ token }: Person, kind: string): Promise<number> {
    const { body } = await answered(`/transactions?kind=${kind}`, { token });
    return Number(body?.meta?.total);
  }

  async function centsOf({ token }: Person): Promise<number> {
    const { body } = await answered('/wallet', { token });
    const tokens: { symbol: string; available: string }[] = body?.data?.tokens ?? [];
    return Math.round(Number(tokens.find(({ symbol }) => symbol === 'USDT')?.available) * 100);
  }

  const pairs: Pair[] = [];
  for (let index = 0; index < callers; index += 1)
    pairs.push({
      payer: await register(`payer${index}`),
      payee: await register(`payee${index}`),
      acknowledged: 0,
    });

  async function keepPaying(pair: Pair): Promise<void> {
    while (!isResting) {
      await pay(pair);
      await wait(pause);
    }
  }

  return {
    get seen() {
      return seen;
    },
    async begin() {
      seen = nothing();
      isResting = false;
      // A proof counts for five minutes.
      for (const pair of pairs) {
        const body = { for: { quote_id: await quote(pair) }, method: 'password', password };
        const proven = await answered('/auth/step-up', { token: pair.payer.token, body });
        if (proven.status >= 300) throw new Error(`no proof: ${proven.status} ${proven.body?.code}`);
      }
      running = Promise.all(pairs.map(keepPaying));
      running.catch(() => undefined);
    },
    async rest() {
      isResting = true;
      await running;
    },
    async judge() {
      let [lost, doubled] = [0, 0];
      for (const { payer, payee, acknowledged } of pairs) {
        const counts = [await countOf(payer, 'send'), await countOf(payee, 'receive')];
        const moved = [given * 100 - (await centsOf(payer)), (await centsOf(payee)) - given * 100];
        const booked = [...counts, ...moved.map((cents) => cents / priceInHundredths)];
        lost += Math.max(0, ...booked.map((made) => acknowledged - made));
        doubled += Math.max(0, ...booked.map((made) => made - acknowledged));
      }
      return { lost, doubled };
    },
    async audit() {
      const { clean, faults } = await until(() => operate('/audit'), 60_000);
      return clean === true && faults.length === 0 ? 'clean' : `${faults.length} faults`;
    },
  };
}
