import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { operatorBase, webAppBase } from '../../contract/call.ts';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { Authenticator } from '../support/authenticator.ts';
import { startCluster } from '../support/postgresCluster.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';
import { tellTimes } from './figures.ts';

const callers = 16;
/** Logins of each caller in a round; the three rounds are fewer than one network gets at once. */
const times = 15;
/** What a login may take with all callers at work. */
const aim = 150;
const password = 'Lighthouse-2026-keeper';

/**
 * How long the server takes for a login by passkey with 16 callers, on both engines: from sending a request until its answer has arrived, so
 * with the time in every queue. A login is two requests, one for its challenge and one that verifies; the aim is for both together. First all callers
 * ask for their challenges, then all devices sign, which is timed with neither, then all callers log in. The callers share the machine with the
 * server and its database. The first logins after the start are told apart, because the server compiles its code during them.
 */
export async function main() {
  await bench('PGlite', {});
  const cluster = startCluster({ durable: true });
  if (!cluster) return console.log('PostgreSQL: skipped, initdb and pg_ctl were not found');
  try {
    const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
    await admin.query('CREATE DATABASE passkeys');
    await admin.close();
    await bench('PostgreSQL', { DATABASE_URL: cluster.url('passkeys') });
  } finally {
    cluster.stop();
  }
}

/** One login, in milliseconds. */
interface Taken {
  readonly challenge: number;
  readonly verification: number;
}

async function bench(engine: string, settings: Record<string, string>) {
  const served = await serveBuild({ settings: { ...settings, TRUSTED_PROXIES: '127.0.0.1,::1' } });
  try {
    const people: Person[] = [];
    for (let caller = 0; caller < callers; caller += 1) people.push(await addPasskey(served, caller));
    tellLogins(`${engine}, after the start`, await logIns(served, people, false));
    tellLogins(`${engine}, known devices`, await logIns(served, people, true));
    tellLogins(`${engine}, new devices`, await logIns(served, people, false));
  } finally {
    agent.destroy();
    await served.remove();
  }
}

function tellLogins(name: string, taken: readonly Taken[]) {
  const login = `logins by passkey, ${callers} callers, ${name}`;
  const whole = taken.map(({ challenge, verification }) => challenge + verification);
  tellTimes(login, whole, aim);
  tellTimes(
    `${login}, challenge`,
    taken.map(({ challenge }) => challenge),
  );
  tellTimes(
    `${login}, verification`,
    taken.map(({ verification }) => verification),
  );
}

/** Takes less of the processors that it shares with the server than `fetch`. */
const agent = new Agent({ keepAlive: true });

/** Posts, and answers the `data`, with the cookie of a device that the server has made known. */
async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const read = JSON.parse(await text(answer));
  if (answer.statusCode !== 200 && answer.statusCode !== 201)
    throw new Error(`${url}: ${JSON.stringify(read)}`);
  const [cookie = ''] = answer.headers['set-cookie']?.[0]?.split(';') ?? [];
  return { data: read.data, cookie };
}

/** Somebody with a passkey, and the headers of their network and of a device that the server knows. */
interface Person {
  readonly device: Authenticator;
  readonly network: Record<string, string>;
  readonly known: Record<string, string>;
}

/** A new account with a passkey. Each caller has a network of their own: together they would be refused as too many. */
async function addPasskey({ origin, operatorOrigin, dataDir }: ServedBuild, caller: number): Promise<Person> {
  const operatorToken = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
  const network = { 'x-forwarded-for': `198.51.100.${caller + 1}` };
  const person = { email: `caller${caller}@example.com`, password };
  const names = { first_name: 'Ana', last_name: 'Reis' };
  await post(
    `${operatorOrigin}${operatorBase}/accounts`,
    { ...person, ...names },
    { authorization: `Bearer ${operatorToken}` },
  );
  const app = origin + webAppBase;
  const { data, cookie } = await post(`${app}/auth/login`, { ...person, remember: false }, network);
  const session = { ...network, authorization: `Bearer ${data.token}` };
  const shown = { for: { action: 'factors' }, method: 'password', password };
  const { proof } = (await post(`${app}/auth/step-up`, shown, session)).data;
  const proven = { ...session, 'step-up': String(proof) };
  const device = new Authenticator({ origin });
  const registration = device.create((await post(`${app}/auth/passkeys/options`, undefined, proven)).data);
  await post(`${app}/auth/passkeys`, { name: 'Phone', registration }, proven);
  return { device, network, known: { ...network, cookie } };
}

/** `times` logins of each person, who all ask at once. */
async function logIns(
  { origin }: ServedBuild,
  people: readonly Person[],
  isKnown: boolean,
): Promise<Taken[]> {
  const app = origin + webAppBase;
  const headersOf = ({ network, known }: Person) => (isKnown ? known : network);
  const challenges = await allAtOnce(people, async (person) => {
    const { data } = await post(`${app}/auth/passkey/options`, undefined, headersOf(person));
    return data as PasskeyRequestOptions;
  });
  const assertions = people.map(({ device }, index) =>
    challenges[index]?.map(({ answer }) => device.get(answer)),
  );
  const logins = await allAtOnce(people, (person, index, time) =>
    post(`${app}/auth/passkey`, { assertion: assertions[index]?.[time] }, headersOf(person)),
  );
  return logins.flatMap((each, index) =>
    each.map(({ took }, time) => ({
      challenge: challenges[index]?.[time]?.took ?? Number.NaN,
      verification: took,
    })),
  );
}

interface Timed<Answer> {
  readonly answer: Answer;
  /** Milliseconds. */
  readonly took: number;
}

/** All people do `call` at once, each `times` times, one after the other. */
function allAtOnce<Answer>(
  people: readonly Person[],
  call: (person: Person, index: number, time: number) => Promise<Answer>,
): Promise<Timed<Answer>[][]> {
  return Promise.all(
    people.map(async (person, index) => {
      const taken: Timed<Answer>[] = [];
      for (let time = 0; time < times; time += 1) {
        const began = performance.now();
        const answer = await call(person, index, time);
        taken.push({ answer, took: performance.now() - began });
      }
      return taken;
    }),
  );
}
