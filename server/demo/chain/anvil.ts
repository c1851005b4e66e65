import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const architectures: Readonly<Partial<Record<string, string>>> = { x64: 'amd64', arm64: 'arm64' };

/** The path of the Anvil executable; null when its package for this platform is not installed. */
export function findAnvil(): string | null {
  const { platform, arch } = process;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  const name = `@foundry-rs/anvil-${platform}-${architectures[arch] ?? arch}/bin/${file}`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

export interface Anvil {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A shell script that kills Anvil when the server closes its end of the pipe, as it also does when it is killed. The shell closes its own
 * copy of Anvil's output, so that the server sees Anvil's end.
 */
const guard = '"$@" </dev/null & pid=$!; echo "pid $pid"; exec >/dev/null 2>&1; read -r line; kill -9 "$pid"';

/**
 * Starts Anvil on the loopback address, without automatic mining and without history on disk. Port 0 is any free one. Anvil ends with this
 * process, except on Windows when this process is killed. Rejects with Anvil's output when it ends before it listens.
 */
export async function startAnvil(program: string, port: number, args: readonly string[]): Promise<Anvil> {
  const usual = ['--host', '127.0.0.1', '--port', String(port), '--no-mining', '--no-cors'];
  const given = [program, ...usual, ...args];
  const [file, ...rest] = process.platform === 'win32' ? given : ['/bin/sh', '-c', guard, 'sh', ...given];
  // Anvil runs in its own process group, because a Ctrl+C in the terminal is meant for the server, which stops Anvil when it has finished.
  const child = spawn(file ?? program, rest, { stdio: 'pipe', detached: process.platform !== 'win32' });
  const end = () => {
    child.stdin.destroy();
    if (process.platform === 'win32') child.kill();
  };
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => {
    const hear = () => {
      process.off('exit', end);
      end();
      resolve();
    };
    child.stdout.once('close', hear);
    child.once('error', hear);
  });
  // Writing fails when the shell has ended already.
  child.stdin.on('error', () => undefined);
  return {
    ...(await listening(child, ended)),
    ended,
    async stop() {
      end();
      await ended;
    },
  };
}

function listening(
  { pid: child, stdout, stderr }: ChildProcessWithoutNullStreams,
  ended: Promise<void>,
): Promise<Pick<Anvil, 'url' | 'pid'>> {
  return new Promise((resolve, reject) => {
    let complaints = '';
    let pid = child ?? 0;
    stderr.on('data', (chunk) => {
      complaints = (complaints + String(chunk)).slice(-2_000);
    });
    // Output is read to the end, because a full pipe would block Anvil.
    createInterface(stdout).on('line', (line) => {
      const [, guarded] = /^pid (\d+)$/.exec(line) ?? [];
      if (guarded !== undefined) pid = Number(guarded);
      const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
      if (address !== undefined) resolve({ url: `http://${address}`, pid });
    });
    void ended.then(() => reject(new Error(`Anvil has ended: ${complaints.trim()}`)));
  });
}
