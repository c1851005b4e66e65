import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const architectures: Readonly<Partial<Record<string, string>>> = { x64: 'amd64', arm64: 'arm64' };

/** The path of Anvil's program; null where its package for this platform is not installed. */
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

/** A running Anvil. */
export interface Anvil {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/**
 * Starts Anvil on this machine's loopback address, without mining and without history on disk. Port 0 is any free one. Rejects with
 * what it said when it ends before it listens.
 */
export async function startAnvil(program: string, port: number, args: readonly string[]): Promise<Anvil> {
  const usual = ['--host', '127.0.0.1', '--port', String(port), '--no-mining', '--no-cors'];
  const child = spawn(program, [...usual, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      process.off('exit', kill);
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  return {
    ...(await listening(child)),
    ended,
    async stop() {
      kill();
      await ended;
    },
  };
}

function listening(child: ChildProcess): Promise<Pick<Anvil, 'url' | 'pid'>> {
  return new Promise((resolve, reject) => {
    let complaints = '';
    const { stdout, stderr, pid } = child;
    if (!stdout || !stderr) throw new Error('Anvil was started without pipes');
    stderr.on('data', (chunk) => {
      complaints = (complaints + String(chunk)).slice(-2_000);
    });
    // Read to the end, also after the line that is waited for: a full pipe would stop Anvil.
    createInterface(stdout).on('line', (line) => {
      const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
      if (address !== undefined && pid !== undefined) resolve({ url: `http://${address}`, pid });
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Anvil has ended: ${complaints.trim()}`)));
  });
}
