import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

/** `started` distinguishes a process from a later one with the same pid; null when the system does not report it. */
const record = z.object({
  token: z.string(),
  pid: z.int(),
  started: z.nullable(z.string()),
  host: z.string(),
});
type LockRecord = z.infer<typeof record>;

const heartbeat = 15_000;
const silence = 60_000;
const heldHere = new Set<string>();

/**
 * Makes this process the only user of `folder` until the answered function is called. Rejects with one sentence while another process has
 * it. The lock of a dead process is taken over; the lock of a living one never, however old. The heartbeat decides only when the pid means
 * nothing here (another host or container).
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'lock');
  const mine: LockRecord = {
    token: randomUUID(),
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
  };
  const isMine = () => readLock(path)?.token === mine.token;

  if (!createLock(path, mine)) {
    const holder = await readSettled(path);
    if (holder && isAlive(holder, path)) {
      const where = holder.host === mine.host ? '' : ` on ${holder.host}`;
      throw new Error(
        `${folder} is in use by process ${holder.pid}${where}. Stop it, or choose another DATA_DIR.`,
      );
    }
    const claim = `${path}.${mine.token}`;
    writeFileSync(claim, JSON.stringify(mine));
    renameSync(claim, path);
    await wait(250);
    if (!isMine()) throw new Error(`${folder} was taken by another process that started at the same moment.`);
  }

  heldHere.add(mine.token);
  const beat = setInterval(() => {
    if (isMine()) utimesSync(path, new Date(), new Date());
  }, heartbeat);
  beat.unref();
  return () => {
    clearInterval(beat);
    heldHere.delete(mine.token);
    if (isMine()) rmSync(path);
  };
}

function createLock(path: string, mine: LockRecord): boolean {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    // A full disk has made an empty file.
    rmSync(path, { force: true });
    throw error;
  }
}

/** An unreadable lock may be in the middle of being written, so it is read twice. */
async function readSettled(path: string): Promise<LockRecord | undefined> {
  const holder = readLock(path);
  if (holder) return holder;
  await wait(100);
  return readLock(path);
}

function readLock(path: string): LockRecord | undefined {
  try {
    return record.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function isAlive(holder: LockRecord, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < silence;
  const started = startOf(holder.pid);
  if (holder.pid === process.pid && started === null) return heldHere.has(holder.token);
  return canBeSignalled(holder.pid) && started === holder.started && !isZombie(holder.pid);
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Boot and start tick of a process, from Linux's `/proc` (proc(5), `stat` field 22). */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readStat(`/proc/${pid}/stat`)[19]}`;
  } catch {
    return null;
  }
}

/**
 * Whether a process has ended and only waits for its parent: it can still be signalled, but holds nothing. Its first thread may end before
 * the others, so all are checked.
 */
function isZombie(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const [state] = readStat(`/proc/${pid}/task/${thread}/stat`);
      return state === 'Z' || state === 'X';
    });
  } catch {
    return false;
  }
}

/** The fields after the name, which may contain spaces and brackets; the state is the first. */
function readStat(path: string): string[] {
  const stat = readFileSync(path, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
