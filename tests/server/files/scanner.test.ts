import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../../../server/core/refusal.ts';
import { createScanner } from '../../../server/files/scanner.ts';

let daemon: Server | null = null;
afterEach(() => daemon?.close());

/** A daemon that reads `INSTREAM` as clamd does: what was sent to it, and where it listens. */
async function listen(answer: (file: Buffer, socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let read = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      read = Buffer.concat([read, piece]);
      const file = fileOf(read);
      if (file) answer(file, socket);
    });
  });
  daemon = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 };
}

const command = 'zINSTREAM\0';

/** The pieces of a stream once its end is there. */
function fileOf(read: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= read.length; ) {
    const length = read.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(read.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const sent = (text: string) => ({ bytes: Buffer.from(text), field: 'file', userId: 'one' });

async function refusalOf(scanned: Promise<void>): Promise<{ code: string; fields: unknown } | null> {
  try {
    await scanned;
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, fields: error.details.fields };
  }
}

test('a file reaches the daemon whole, and what it knows is refused at the field', async () => {
  const seen: number[] = [];
  const address = await listen((file, socket) => {
    seen.push(file.length);
    socket.end(file.includes('EICAR') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0');
  });
  const scan = createScanner(address);
  expect(await refusalOf(scan(sent('x'.repeat(3_000_000))))).toBeNull();
  expect(await refusalOf(scan(sent('EICAR')))).toEqual({ code: 'FILE_TYPE', fields: { file: 'harmful' } });
  expect(seen).toEqual([3_000_000, 5]);
});

test.each([
  ['an error', 'stream: INSTREAM size limit exceeded. ERROR\0'],
  ['nothing', ''],
  ['half of an answer about another file', 'stream: OK but'],
  ['another language', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['more than an answer', 'x'.repeat(100_000)],
])('a daemon that answers with %s lets nothing through', async (_, answer) => {
  const address = await listen((_file, socket) => socket.end(answer));
  expect(await refusalOf(createScanner(address)(sent('a picture')))).toMatchObject({ code: 'UNAVAILABLE' });
});

test('a daemon that is away lets nothing through', async () => {
  const address = await listen(() => {});
  await new Promise((resolve) => daemon?.close(resolve));
  expect(await refusalOf(createScanner(address)(sent('a picture')))).toMatchObject({ code: 'UNAVAILABLE' });
});
