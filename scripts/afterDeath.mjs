// Cleans up even when this process is killed and cannot do it itself.
import { spawn } from 'node:child_process';

/**
 * Runs the shell script `script`, with `args` as $1, $2 …, when this process has ended for any reason: a shell waits until its end of a pipe
 * is closed. `who`: the uid and gid to run as, if they are others. Does nothing on Windows, which has no such shell.
 */
export function afterDeath(script, args, who = {}) {
  if (process.platform === 'win32') return;
  const waiting = spawn('sh', ['-c', `cat > /dev/null; ${script}`, 'sh', ...args], {
    ...who,
    cwd: '/',
    // In its own process group, so that it does not receive Ctrl+C and other signals of the terminal.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  waiting.on('error', () => undefined);
  waiting.stdin.on('error', () => undefined);
  waiting.unref();
  waiting.stdin.unref();
}
