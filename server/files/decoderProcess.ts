// The process that reads people's files. It has little memory, no settings and no connections, so that a malicious file gains nothing.
import { setPriority } from 'node:os';
import { largestFile, typeOfBytes } from '../../contract/uploads.ts';
import { Fault } from './fault.ts';
import { type Frame, readFrames, writeFrame } from './frames.ts';
import { requirePicture, squareOf } from './images.ts';
import { requirePlainPdf } from './pdf.ts';
import { isTwoTypes } from './polyglot.ts';

// A lower priority, so that the server's answers come first.
setPriority(10);

readFrames(process.stdin, largestFile, {
  hear: (frame) => void answer(frame),
  fail: () => process.exit(1),
});
// The server has ended.
process.stdin.on('end', () => process.exit(0));
// A service manager or a terminal may signal every process of the server, which lets running uploads finish and then closes the pipe.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

async function answer({ facts, bytes }: Frame) {
  writeFrame(process.stdout, { state: 'begun' });
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const square = await judge(file, sideIn(facts));
    writeFrame(process.stdout, { state: 'done', fault: null }, square);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    writeFrame(process.stdout, { state: 'done', fault: error.rule });
  }
}

/** The side of the square to make of a picture; null to only check the file. */
function sideIn(facts: unknown): number | null {
  const hasSide = typeof facts === 'object' && facts !== null && 'side' in facts;
  return hasSide && typeof facts.side === 'number' ? facts.side : null;
}

async function judge(file: Buffer, side: number | null): Promise<Buffer | undefined> {
  const type = typeOfBytes(file);
  if (type === null) throw new Fault('unreadable');
  if (isTwoTypes(file, type)) throw new Fault('two_types');
  if (type === 'application/pdf') {
    requirePlainPdf(file);
    return undefined;
  }
  if (side !== null) return squareOf({ bytes: file, type }, side);
  await requirePicture({ bytes: file, type });
  return undefined;
}
