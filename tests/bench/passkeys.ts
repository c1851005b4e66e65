import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { operatorBase, webAppBase } from '../../contract/call.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { Authenticator } from '../support/authenticator.ts';
import { startCluster } from '../support/postgresCluster.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

const callers = 16;
/** With all callers fewer challenges than one network gets at once. */
const times = 15;
/** What a login may take with all callers at work. */
const aim = 150;
const password = 'Lighthouse-2026-keeper';

/** How long a login by a passkey takes with 16 callers, at the median and at worst, on both engines. The callers share the machine. */
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

async function bench(engine: string, settings: Record<string, string>) {
  const served = await serveBuild({ settings: { ...settings, TRUSTED_PROXIES: '127.0.0.1,::1' } });
  try {
    const devices: Authenticator[] = [];
    for (let caller = 0; caller < callers; caller += 1) devices.push(await addPasskey(served, caller));
    const taken = (await Promise.all(devices.map((device, caller) => logIns(served, device, caller)))).flat();
    const sorted = taken.toSorted((left, right) => left - right);
    const tell = (share: number) =>
      (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1).padStart(6);
    console.log(
      `${engine.padEnd(10)} ${sorted.length} logins by passkey, ${callers} callers: median ${tell(0.5)} ms, p95 ${tell(0.95)} ms, worst ${tell(1)} ms, aim ${aim} ms`,
    );
  } finally {
    await served.remove();
  }
}

/** Posts, and answers the `data`. */
async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(read)}`);
  return read.data;
}

/** A new account with a passkey, and the device that has it. */
async function addPasskey({ origin, operatorOrigin, dataDir }: ServedBuild, caller: number) {
  const operatorToken = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
  const person = { email: `caller${caller}@example.com`, password };
  const names = { first_name: 'Ana', last_name: 'Reis' };
  await post(
    `${operatorOrigin}${operatorBase}/accounts`,
    { ...person, ...names },
    { authorization: `Bearer ${operatorToken}` },
  );
  const app = origin + webAppBase;
  const { token } = await post(`${app}/auth/login`, { ...person, remember: false });
  const session = { authorization: `Bearer ${token}` };
  const shown = { for: { action: 'factors' }, method: 'password', password };
  const { proof } = await post(`${app}/auth/step-up`, shown, session);
  const proven = { ...session, 'step-up': String(proof) };
  const device = new Authenticator({ origin });
  const registration = device.create(await post(`${app}/auth/passkeys/options`, undefined, proven));
  await post(`${app}/auth/passkeys`, { name: 'Phone', registration }, proven);
  return device;
}

/** Logs in again and again; how long each took in milliseconds, without its challenge. */
async function logIns({ origin }: ServedBuild, device: Authenticator, caller: number): Promise<number[]> {
  // One network for each: together they would be refused as too many.
  const from = { 'x-forwarded-for': `198.51.100.${caller + 1}` };
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const assertion = device.get(await post(`${origin}${webAppBase}/auth/passkey/options`, undefined, from));
    const began = performance.now();
    await post(`${origin}${webAppBase}/auth/passkey`, { assertion }, from);
    taken.push(performance.now() - began);
  }
  return taken;
}
