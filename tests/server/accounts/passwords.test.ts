import { expect, test } from 'vitest';
import { createPasswords, owaspCost } from '../../../server/accounts/passwords.ts';
import { Refusal } from '../../../server/http/refusal.ts';

test('a password is verified against its hash and no other', async () => {
  const passwords = createPasswords(owaspCost);
  const hashed = await passwords.hash('Citrus2026');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, 'Citrus2026')).toBe(true);
  expect(await passwords.verify(hashed, 'citrus2026')).toBe(false);
  expect(await passwords.verify(null, 'Citrus2026')).toBe(false);
});

test('nobody’s password takes about as long as somebody’s', async () => {
  const passwords = createPasswords({ ...owaspCost, timeCost: 8 });
  const hashed = await passwords.hash('Citrus2026');
  const fastest = async (against: string | null) => {
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const started = performance.now();
      await passwords.verify(against, 'Wrong2026');
      times.push(performance.now() - started);
    }
    return Math.min(...times);
  };
  await passwords.verify(null, 'Wrong2026');
  expect(await fastest(null)).toBeGreaterThan((await fastest(hashed)) / 3);
});

test('a burst waits in a short line, and what is beyond it is told to come back', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const burst = await Promise.allSettled(Array.from({ length: 300 }, () => passwords.hash('Citrus2026')));
  const refused = burst.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toHaveLength(300 - 102);
  expect(refused[0]).toBeInstanceOf(Refusal);
  expect(refused[0]).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfter: 2 } });
  expect(await passwords.hash('Citrus2026')).toMatch(/^\$argon2id/);
});
