import { expect, test } from 'vitest';
import { createPasswords, owaspCost } from '../../../server/accounts/passwords.ts';
import { Refusal } from '../../../server/core/refusal.ts';

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

test('a password is verified against its hash and no other', async () => {
  const passwords = createPasswords(owaspCost);
  const hashed = await passwords.hash('one', 'Citrus2026');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify('one', hashed, 'Citrus2026')).toBe(true);
  expect(await passwords.verify('one', hashed, 'citrus2026')).toBe(false);
  expect(await passwords.verify('one', null, 'Citrus2026')).toBe(false);
});

test('nobody’s password takes about as long as somebody’s', async () => {
  const passwords = createPasswords({ ...owaspCost, timeCost: 8 });
  const hashed = await passwords.hash('one', 'Citrus2026');
  const work = async (against: string | null) => {
    const before = process.cpuUsage();
    await passwords.verify('one', against, 'Wrong2026');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await work(null);
  // Processor time, in turns: what else the machine does lengthens neither more than the other.
  const nobodys: number[] = [];
  const somebodys: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    nobodys.push(await work(null));
    somebodys.push(await work(hashed));
  }
  const ratio = median(nobodys) / median(somebodys);
  expect(ratio).toBeGreaterThan(1 / 2);
  expect(ratio).toBeLessThan(2);
});

test('who hashes too much at once is told to come back, and nobody else is', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
  const flood = Array.from({ length: 300 }, () => passwords.verify('198.51.100.1', null, 'Citrus2026'));
  const others = Array.from({ length: 20 }, (_, count) => passwords.hash(`203.0.113.${count}`, 'Citrus2026'));
  const flooded = await Promise.allSettled(flood);
  const refused = flooded.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toHaveLength(300 - 40);
  expect(refused[0]).toBeInstanceOf(Refusal);
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 2 } });
  for (const hashed of await Promise.all(others)) expect(hashed).toMatch(/^\$argon2id/);
  expect(await passwords.hash('198.51.100.1', 'Citrus2026')).toMatch(/^\$argon2id/);
});
