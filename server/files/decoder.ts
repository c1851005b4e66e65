import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';
import { type FaultRule, faults } from './fault.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';

/** An uploaded file. `field` is the field of a refusal; `userId` is the subject in the queue. */
interface Sent {
  readonly bytes: Uint8Array;
  readonly field: string;
  readonly userId: string;
}

/**
 * Reads people's pictures and documents in a separate process, one file after the other. A file that crashes the process or takes too long
 * is refused as unreadable, and the process is restarted.
 */
export interface Decoder {
  /**
   * Refuses, with FILE_TYPE or FILE_TOO_LARGE on the field, a picture that cannot be decoded, a document with active content, and a file
   * that other programs take for another type.
   */
  requireHarmless(sent: Sent): Promise<void>;
  /** The middle of a checked picture as a square WebP of at most `side` pixels, with nothing but its pixels. */
  squareOf(sent: Sent, side: number): Promise<Uint8Array<ArrayBuffer>>;
  close(): void;
}

interface DecoderOptions {
  /** Answers the path of the process's program. */
  readonly program: () => Promise<string>;
  /** The limit of writable memory in kilobytes, the program included. Applies on Linux only. */
  readonly memory?: number;
  /** Milliseconds for one file. */
  readonly patience?: number;
  /** Is called when a file ended the process. */
  readonly warn?: (facts: Record<string, unknown>, message: string) => void;
}

/** Enough for the largest accepted picture, and little enough that server and decoder stay below a gigabyte together. */
const usualMemory = 420 * 1024;
const usualPatience = 10_000;
/** Milliseconds in which the process starts, even on a slow machine. */
const startsWithin = 60_000;
/** The limit of JavaScript's heap, in megabytes. */
const heap = 192;
/** Larger than any square WebP of an avatar. */
const largestSquare = 4 * 1024 * 1024;

export function createDecoder(options: DecoderOptions): Decoder {
  const inTurn = createFairQueue({ running: 1, runningOfOne: 1, ofOne: 8, inAll: 100 });
  let current: Promise<Child> | null = null;
  let isClosed = false;

  async function start(): Promise<Child> {
    const child = startChild(await options.program(), options);
    void child.gone.then(() => {
      current = null;
    });
    if (isClosed) child.end();
    return child;
  }

  async function child(): Promise<Child> {
    current ??= start();
    return current.catch((error: unknown) => {
      current = null;
      throw error;
    });
  }

  /** A process may end between two files, which is not the second one's fault: it is sent to the next process. */
  async function answerOf(bytes: Uint8Array, side: number | null): Promise<Done> {
    for (let tries = 0; tries < 2 && !isClosed; tries += 1) {
      const answer = await (await child()).work(bytes, side);
      if (answer) return answer;
    }
    throw new Error('the decoder does not start');
  }

  async function judge(
    { bytes, field, userId }: Sent,
    side: number | null,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const done = await inTurn(userId, () =>
      answerOf(bytes, side).catch((cause: unknown) => {
        throw Object.assign(new Refusal('UNAVAILABLE', { retryAfter: 30 }), { cause });
      }),
    );
    if (done.fault === null) return done.bytes;
    const code = done.fault === 'too_many_pixels' ? 'FILE_TOO_LARGE' : 'FILE_TYPE';
    throw new Refusal(code, { fields: { [field]: done.fault } });
  }

  return {
    requireHarmless: async (sent) => {
      await judge(sent, null);
    },
    squareOf: (sent, side) => judge(sent, side),
    close() {
      isClosed = true;
      current?.then((running) => running.end()).catch(() => undefined);
    },
  };
}

interface Done {
  readonly fault: FaultRule | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Child {
  /** Null when the process ended before it began. */
  work(bytes: Uint8Array, side: number | null): Promise<Done | null>;
  /** Closes the process's input, at which it ends by itself. */
  end(): void;
  readonly gone: Promise<void>;
}

type Process = ChildProcessByStdio<Writable, Readable, null>;

const told = z.discriminatedUnion('state', [
  z.object({ state: z.literal('begun') }),
  z.object({ state: z.literal('done'), fault: z.nullable(z.enum(faults)) }),
]);

function startChild(program: string, options: DecoderOptions): Child {
  const child = spawnLimited(program, options.memory ?? usualMemory);
  const patience = options.patience ?? usualPatience;
  let work: { hasBegun: boolean; timer: NodeJS.Timeout; end: (done: Done | null) => void } | null = null;
  let isGone = false;
  const kill = () => void child.kill('SIGKILL');

  function finish(done: Done | null) {
    clearTimeout(work?.timer);
    work?.end(done);
    work = null;
  }

  function hear({ facts, bytes }: Frame) {
    const parsed = z.safeParse(told, facts);
    if (!parsed.success || !work) return kill();
    if (parsed.data.state === 'done') return finish({ fault: parsed.data.fault, bytes });
    work.hasBegun = true;
    clearTimeout(work.timer);
    work.timer = setTimeout(kill, patience);
  }

  const gone = new Promise<void>((resolve) => {
    const end = (facts: Record<string, unknown>) => {
      isGone = true;
      // Resolves before the file's result, because its sender then asks for the next process.
      resolve();
      if (work?.hasBegun) options.warn?.(facts, 'a file ended the decoder, which is started again');
      finish(work?.hasBegun ? { fault: 'unreadable', bytes: new Uint8Array() } : null);
    };
    // `close` comes after all output was read, so the process's last answer counts.
    child.once('close', (code, signal) => end({ code, signal }));
    child.once('error', (error) => end({ error: error.message }));
  });
  // Errors of writing are ignored, because the end of the process is reported by `close`.
  child.stdin.on('error', () => undefined);
  readFrames(child.stdout, largestSquare, { hear, fail: kill });

  return {
    gone,
    work: (bytes, side) =>
      new Promise((resolve) => {
        if (isGone) return resolve(null);
        work = { hasBegun: false, timer: setTimeout(kill, startsWithin), end: resolve };
        writeFrame(child.stdin, { side }, bytes);
      }),
    end: () => void child.stdin.end(),
  };
}

/** Starts a process that has none of the server's environment and does not keep the server alive. Its pipe closes with the server. */
function spawnLimited(program: string, memory: number): Process {
  const command = [process.execPath, `--max-old-space-size=${heap}`, program];
  // The limit counts writable memory, because Node reserves a gigabyte that it never touches.
  const limited = [`ulimit -c 0; ulimit -d ${memory}; exec "$@"`, 'sh', ...command];
  const [file = '', ...args] = process.platform === 'linux' ? ['/bin/sh', '-c', ...limited] : command;
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { MALLOC_ARENA_MAX: '2' },
  });
  child.unref();
  for (const stream of [child.stdin, child.stdout]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
  return child;
}
