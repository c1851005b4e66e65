import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { captchaOf } from '../../support/captcha.ts';
import { hasEngine } from '../../support/database.ts';
import { callKilled as call, killableServer } from '../../support/killedServer.ts';
import { operatorToken, registrationForm } from '../../support/server.ts';

const workers = 8;
const rounds = 2;
/** The server is killed when this many payments of a round have been answered. */
const answersBeforeDeath = 60;

const settings = {
  QUOTES_PER_MINUTE: '99999',
  DEPOSIT_XPUB:
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  TOKEN_CONTRACTS: ['ZST', 'STO', 'USDT'].map((symbol) => `${symbol}=0x${'1'.repeat(40)}`).join(','),
};

interface Attempt {
  readonly payer: number;
  readonly quote_id: string;
  readonly key: string;
  /** The transaction that was acknowledged, or null when the answer did not come. */
  readonly acknowledged: string | null;
}

test('the server is killed while it pays: nothing acknowledged is lost, and nothing happens twice', async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  const { start, origin, operatorOrigin } = await killableServer(settings);
  let child = await start();
  const people = await Promise.all(
    [0, 1].map(async () => {
      const form = { ...registrationForm(), captcha: await captchaOf(origin) };
      const token = String((await call(origin, 'web-app/auth/register', {}, form)).body.data.token);
      const { body } = await call(origin, 'web-app/wallet/addresses', { token }, { token: 'USDT' });
      const deposit = { id: randomUUID(), email: form.email, token: 'USDT', amount: '1000' };
      expect(
        (await call(operatorOrigin, 'operator/deposits', { token: operatorToken }, deposit)).status,
      ).toBe(201);
      return { token, address: String(body.data.address) };
    }),
  );
  const attempts: Attempt[] = [];

  /** Pays one to the other until the server is gone. */
  const work = async (index: number, onAnswer: () => void) => {
    for (let turn = index; ; turn += 1) {
      const payer = turn % 2;
      const token = people[payer]?.token ?? '';
      const request = { kind: 'send', token: 'USDT', amount: '0.01', to: people[1 - payer]?.address };
      const quoted = await call(origin, 'web-app/transactions/quotes', { token }, request);
      if (quoted.body === null) return;
      expect(quoted.status).toBe(201);
      const attempt = { payer, quote_id: String(quoted.body.data.id), key: randomUUID() };
      const { quote_id, key } = attempt;
      const paid = await call(origin, 'web-app/transactions/send', { token, key }, { quote_id });
      attempts.push({ ...attempt, acknowledged: paid.status === 201 ? String(paid.body.data.id) : null });
      if (paid.body === null) return;
      expect(paid.status).toBe(201);
      onAnswer();
    }
  };

  for (let round = 0; round < rounds; round += 1) {
    let answers = 0;
    const onAnswer = () => {
      answers += 1;
      if (answers === answersBeforeDeath) child.kill('SIGKILL');
    };
    const ended = once(child, 'exit');
    await Promise.all(Array.from({ length: workers }, (_, index) => work(index, onAnswer)));
    await ended;
    child = await start();
  }

  const refused = new Set<string>();
  for (const { payer, quote_id, key, acknowledged } of attempts) {
    const token = people[payer]?.token ?? '';
    const operation = await call(origin, `web-app/operations/${key}`, { token });
    if (acknowledged !== null) {
      expect(operation.body.data).toMatchObject({ status: 'done', result: { id: acknowledged } });
      continue;
    }
    expect([200, 404]).toContain(operation.status);
    const again = await call(origin, 'web-app/transactions/send', { token, key }, { quote_id });
    // A quote lives a minute, and a start on a busy machine may take longer: what had not arrived before is refused for good.
    if (operation.status === 404 && again.body.code === 'QUOTE_EXPIRED') {
      refused.add(key);
      continue;
    }
    expect(again.status).toBe(201);
    if (operation.status === 200) expect(again.body.data).toEqual(operation.body.data.result);
  }
  const made = attempts.filter(({ key }) => !refused.has(key));
  const sent = [0, 1].map((payer) => made.filter((attempt) => attempt.payer === payer).length);
  for (const [index, { token }] of people.entries()) {
    const [mine = 0, theirs = 0] = [sent[index], sent[1 - index]];
    const wallet = await call(origin, 'web-app/wallet', { token });
    expect(Number(wallet.body.data.tokens[2].available)).toBeCloseTo(1_000 + (theirs - mine) / 100, 6);
    for (const [kind, count] of [
      ['send', mine],
      ['receive', theirs],
    ] as const) {
      const history = await call(origin, `web-app/transactions?kind=${kind}`, { token });
      expect(history.body.meta.total).toBe(count);
    }
  }
  expect(attempts.filter(({ acknowledged }) => acknowledged !== null).length).toBeGreaterThanOrEqual(
    rounds * answersBeforeDeath,
  );
  const audit = await call(operatorOrigin, 'operator/audit', { token: operatorToken });
  expect(audit.body.data).toMatchObject({ clean: true, faults: [] });
  child.kill('SIGTERM');
}, 240_000);
