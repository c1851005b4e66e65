import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../../server/database/folderLock.ts';
import { hasProc, openNeglected } from '../../support/zombie.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zesto-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeLock(rest: { pid: number; started: string | null; host: string }) {
  writeFileSync(join(folder, 'lock'), JSON.stringify({ token: 'theirs', ...rest }));
}

const holder = () => JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid;

test('this process cannot take the folder twice, but again after letting go', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(
    `${folder} is in use by process ${process.pid}. Stop it, or choose another DATA_DIR.`,
  );
  unlock();
  (await lockFolder(folder))();
});

test('of two who come at the same moment, one gets the folder', async () => {
  const done = await Promise.allSettled([lockFolder(folder), lockFolder(folder)]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('of two who find a dead lock at the same moment, one gets the folder', async () => {
  writeLock({ pid: process.ppid, started: 'an earlier boot/1', host: hostname() });
  const done = await Promise.allSettled([lockFolder(folder), lockFolder(folder)]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a lock left by an earlier process with the pid of a living one is taken over', async () => {
  writeLock({ pid: process.ppid, started: 'an earlier boot/1', host: hostname() });
  const unlock = await lockFolder(folder);
  expect(holder()).toBe(process.pid);
  unlock();
});

test('a lock that was cut short while it was written is taken over', async () => {
  writeFileSync(join(folder, 'lock'), '');
  const unlock = await lockFolder(folder);
  expect(holder()).toBe(process.pid);
  unlock();
});

test('letting go leaves a lock that is meanwhile another process its own', async () => {
  const unlock = await lockFolder(folder);
  writeLock({ pid: 1, started: null, host: 'elsewhere' });
  unlock();
  expect(holder()).toBe(1);
});

test('a lock of another host holds for as long as its heart beats', async () => {
  writeLock({ pid: 1, started: null, host: 'elsewhere' });
  await expect(lockFolder(folder)).rejects.toThrow('in use by process 1 on elsewhere');
  const silent = new Date(Date.now() - 61_000);
  utimesSync(join(folder, 'lock'), silent, silent);
  (await lockFolder(folder))();
});

test.runIf(hasProc)('a process that was killed has let go before its parent has noticed', async () => {
  const neglected = await openNeglected();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  writeLock({ pid: neglected.pid, started: `${boot}/${neglected.startedAt}`, host: hostname() });
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${neglected.pid}`);
  await neglected.kill();
  const unlock = await lockFolder(folder);
  expect(holder()).toBe(process.pid);
  unlock();
  neglected.bury();
});
