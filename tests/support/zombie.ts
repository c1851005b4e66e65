import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';

/** Only Linux says in files what its processes do. */
export const hasProc = existsSync('/proc/self/stat');

/** A process whose parent never asks how it ended. `kill` resolves when it is a zombie; `bury` ends the parent. */
export async function openNeglected() {
  const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  // Until it is `sleep`, the parent is a shell, which asks.
  await vi.waitFor(() => {
    if (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n')
      throw new Error('it is still a shell');
  }, 30_000);
  const stat = () => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  };
  return {
    pid,
    /** Its start in ticks since the machine's. */
    startedAt: stat()[19] ?? '',
    async kill() {
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => {
        if (stat()[0] !== 'Z') throw new Error('it is still running');
      }, 30_000);
    },
    bury: () => parent.kill('SIGKILL'),
  };
}
