import { connect } from 'node:net';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';
import type { Scan } from '../http/upload.ts';

/** Where an antivirus daemon listens. */
export interface ScannerAddress {
  readonly host: string;
  readonly port: number;
}

/** Milliseconds without a word from the scanner. */
const patience = 10_000;
/** Bytes of an answer: a name of what was found, and no more. */
const longestAnswer = 1024;

/** Asks ClamAV's daemon, by its `INSTREAM` command (clamd(8)), for a few files at a time. A daemon that is away lets nothing through. */
export function createScanner(address: ScannerAddress): Scan {
  const inTurn = createFairQueue({ running: 4, runningOfOne: 1, ofOne: 10, inAll: 400 });
  return async ({ bytes, field, userId }) => {
    const answer = await inTurn(userId, () => ask(address, bytes)).catch((cause) => {
      if (cause instanceof Refusal) throw cause;
      throw Object.assign(new Refusal('UNAVAILABLE', { retryAfter: 30 }), { cause });
    });
    if (answer === 'stream: OK') return;
    if (/^stream: .+ FOUND$/.test(answer)) throw new Refusal('FILE_TYPE', { fields: { [field]: 'harmful' } });
    throw Object.assign(new Refusal('UNAVAILABLE', { retryAfter: 30 }), {
      cause: new Error(`the scanner answered ${JSON.stringify(answer)}`),
    });
  };
}

/** One file over a connection of its own: each piece comes after its length, and a length of zero ends them. */
function ask({ host, port }: ScannerAddress, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let answer = '';
    const fail = (cause: Error) => {
      socket.destroy();
      reject(cause);
    };
    socket.setTimeout(patience, () => fail(new Error('the scanner says nothing')));
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.byteLength);
      socket.write('zINSTREAM\0');
      socket.write(length);
      socket.write(bytes);
      socket.write(Buffer.alloc(4));
    });
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.length > longestAnswer) fail(new Error('the scanner says too much'));
      else if (answer.includes('\0')) socket.end();
    });
    socket.on('error', fail);
    socket.on('close', () => resolve(answer.split('\0', 1)[0] ?? ''));
  });
}
