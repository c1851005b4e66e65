import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { captchaOf } from '../../support/captcha.ts';
import { hasEngine } from '../../support/database.ts';
import { codeOf } from '../../support/factors.ts';
import { callKilled as call, killableServer } from '../../support/killedServer.ts';
import { operatorPasswordOfTests } from '../../support/operators.ts';
import { operatorToken, registrationForm } from '../../support/server.ts';

/** Proposals that are approved at once, and after how many answers the server is killed. */
const credits = 24;
const answersBeforeDeath = 6;

const isCredit = ({ verb, status }: { verb: string; status: number }) =>
  verb === 'POST /deposits' && status === 201;

test('the server is killed while proposals are approved: each is carried out once or still waits, and none is lost', async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  const { start, origin, operatorOrigin } = await killableServer({
    OPERATOR_DAILY_LIMIT: '99999999/99999999',
  });
  const operator = (path: string, body?: unknown, token = operatorToken) =>
    call(operatorOrigin, `operator/${path}`, { token }, body);
  const setUp = (path: string, body: unknown) => call(operatorOrigin, `operator/${path}`, {}, body);
  const invite = async (name: string) => {
    const person = { name, role: 'administrator' };
    const { setup_code } = (await operator('people', person)).body.data;
    const chosen = await setUp('setup', { setup_code, password: operatorPasswordOfTests });
    const code = codeOf(String(chosen.body.data.secret), new Date());
    return String((await setUp('setup/confirm', { setup_code, code })).body.data.token);
  };
  const child = await start();
  const anna = await invite('anna');
  const form = { ...registrationForm(), captcha: await captchaOf(origin) };
  const { token } = (await call(origin, 'web-app/auth/register', {}, form)).body.data;
  // From the second on credits wait.
  await invite('bob');
  const bodies = Array.from({ length: credits }, (_, index) => {
    return { id: randomUUID(), email: form.email, token: 'USDT', amount: String(2 ** index) };
  });
  const numbers: number[] = [];
  for (const body of bodies) {
    const { detail } = (await operator('deposits', body)).body;
    numbers.push(Number(/^Proposal (\d+) of /.exec(detail)?.[1]));
  }

  const ended = once(child, 'exit');
  let answers = 0;
  const acknowledged = await Promise.all(
    numbers.map(async (number) => {
      const { status } = await operator('proposals/approve', { number }, anna);
      answers += status === 200 ? 1 : 0;
      if (answers === answersBeforeDeath) child.kill('SIGKILL');
      return status === 200;
    }),
  );
  await ended;

  const again = await start();
  const waiting = new Set(
    (await operator('proposals', undefined, anna)).body.data.map((each: { number: number }) => each.number),
  );
  const available = async () => {
    const { tokens } = (await call(origin, 'web-app/wallet', { token: String(token) })).body.data;
    return tokens.find((each: { symbol: string }) => each.symbol === 'USDT').available;
  };
  // Each amount is a bit of its own, so the sum says which were carried out, and none twice.
  const sumOf = (isIn: (number: number) => boolean) =>
    String(numbers.reduce((sum, number, index) => (isIn(number) ? sum + 2 ** index : sum), 0));
  expect(await available()).toBe(sumOf((number) => !waiting.has(number)));
  for (const [index, isDone] of acknowledged.entries())
    if (isDone) expect(waiting.has(numbers[index] ?? 0)).toBe(false);
  expect(acknowledged.filter(Boolean).length).toBeGreaterThanOrEqual(answersBeforeDeath);

  for (const number of numbers) {
    const { status } = await operator('proposals/approve', { number }, anna);
    expect(status).toBe(waiting.has(number) ? 200 : 409);
  }
  expect(await available()).toBe(sumOf(() => true));
  const carriedOut = [];
  for (let after = ''; after !== null; ) {
    const { data, meta } = (await operator(`log?per_page=100${after && `&after=${after}`}`)).body;
    carriedOut.push(...data.filter(isCredit));
    after = meta.next;
  }
  expect(carriedOut).toHaveLength(credits);
  expect((await operator('log/verification')).body.data.fault).toBeNull();
  expect((await operator('audit')).body.data).toMatchObject({ clean: true, faults: [] });
  again.kill('SIGTERM');
}, 240_000);
