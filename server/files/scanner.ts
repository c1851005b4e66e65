import { connect } from 'node:net';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';
import type { Scan } from '../http/upload.ts';

/** The address of an antivirus daemon. */
export interface ScannerAddress {
  readonly host: string;
  readonly port: number;
}

/** Milliseconds without a response of the scanner. */
const patience = 10_000;
/** The maximum length of an answer in bytes. */
const longestAnswer = 1024;

/** Scans with ClamAV's daemon (`INSTREAM`, clamd(8)), a few files at a time. Refuses every file while the daemon is unavailable. */
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

/** Sends one file over its own connection: each piece follows its length, and a length of zero ends the file. */
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
