import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSession } from '../../../server/accounts/sessions.ts';
import { listen, usualLimits } from '../../../server/http/listen.ts';
import { anyRequest, type Drawn } from '../../support/fuzz/draw.ts';
import { faultsOf } from '../../support/fuzz/judge.ts';
import { certainStall, longestStall } from '../../support/fuzz/stall.ts';
import { everyOperation, goodFiles, inhabited, sendOverHttp, sendWithin } from '../../support/fuzz/world.ts';
import type { Person } from '../../support/payments.ts';
import { testServer } from '../../support/server.ts';

/** `npm run bench:fuzz` draws with other seeds, in other numbers, and over a port. */
const seed = Number(process.env.SEED ?? '20261120');
const count = Number(process.env.COUNT ?? '5000');
const overHttp = process.env.OVER === 'http';

/** Milliseconds for which no request may hold the event loop. */
const bound = 50;
/** Requests that are measured together, so that the meter costs little. */
const together = 20;

// The clock runs ahead of every price.
const server = testServer({ priceAge: Number.MAX_SAFE_INTEGER });

test(`${count} requests drawn from the contract with seed ${seed}: no fault, no stall, no malformed problem`, async () => {
  const { it } = server;
  const { person, known } = await inhabited(it);
  const drawn = fc.sample(anyRequest(everyOperation, { known, files: await goodFiles() }), {
    seed,
    numRuns: count,
  });
  const at = { host: '127.0.0.1', port: 0 };
  const app = overHttp ? await listen(it.fetch, at, usualLimits, it.refuse) : null;
  const operator = overHttp ? await listen(it.operate, at, usualLimits, it.refuse) : null;
  const send = app && operator ? sendOverHttp({ app: app.port, operator: operator.port }) : sendWithin(it);
  let { token } = person;
  let sent = 0;
  const told: string[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const ask = async (each: Drawn) => {
    // Throttles count by address and by time: they are not what is looked for.
    it.clock.advance(7_000);
    sent += 1;
    const answer = await send(each, token, `198.51.${(sent >> 8) % 256}.${sent % 256}`);
    if (answer.status < 300) succeeded.add(each.operationId);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    for (const fault of faultsOf(answer))
      told.push(`${nameOf(each)} ${fault}: ${JSON.stringify(each).slice(0, 600)}`);
    if (answer.status === 401 && each.who === 'person') token = await signedInAgain(person);
  };

  const suspects: Drawn[] = [];
  for (let from = 0; from < drawn.length; from += together) {
    const batch = drawn.slice(from, from + together);
    const stall = await longestStall(async () => {
      for (const each of batch) await ask(each);
    });
    if (stall > bound && from > 0) suspects.push(...batch);
  }
  for (const each of suspects) {
    const stall = await certainStall(() => ask(each), bound);
    if (stall > bound)
      told.push(`${nameOf(each)} stalls ${Math.round(stall)} ms: ${JSON.stringify(each).slice(0, 600)}`);
  }
  await Promise.all([app?.stop(1_000), operator?.stop(1_000)]);
  process.stdout.write(
    `never answered: ${everyOperation.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id))}\n`,
  );
  process.stdout.write(`${JSON.stringify(Object.fromEntries(statuses))} ${suspects.length} measured again\n`);
  expect(told).toEqual([]);
  expect(it.logged.filter((line) => line.includes('"msg":"fault"'))).toEqual([]);
  // What is drawn must reach the work behind the checks, too.
  expect(succeeded.size).toBeGreaterThan(everyOperation.length / 2);
}, 600_000);

/** Some requests end the session, as they should. */
function signedInAgain({ id }: Person): Promise<string> {
  const { database, clock } = server.it;
  return openSession(
    database.query,
    id,
    { remember: true, method: 'password', secondFactor: null },
    { address: '198.51.100.1', userAgent: 'a test', shown: null, keep: () => {} },
    clock.now(),
  );
}

function nameOf({ method, operationId, who }: Drawn): string {
  return `${method} ${operationId} as ${who}`;
}
