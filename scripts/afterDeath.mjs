// What has to be cleared up even when this process is killed, and can no longer do it.
import { spawn } from 'node:child_process';

/**
 * Runs the shell's `script`, whose $1, $2 … are `args`, as soon as this process has ended in whichever way: a shell waits for its end of a
 * pipe to close. `who`: the uid and gid that it runs as, if they are others. Does nothing on Windows, which has no such shell.
 */
export function afterDeath(script, args, who = {}) {
  if (process.platform === 'win32') return;
  const waiting = spawn('sh', ['-c', `cat > /dev/null; ${script}`, 'sh', ...args], {
    ...who,
    cwd: '/',
    // In a group of its own, Ctrl+C and the signals of a terminal pass it by.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  waiting.on('error', () => undefined);
  waiting.stdin.on('error', () => undefined);
  waiting.unref();
  waiting.stdin.unref();
}
