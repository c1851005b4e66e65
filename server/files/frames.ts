import type { Readable, Writable } from 'node:stream';

/** A message between the server and its decoder: facts as JSON, and the bytes of a file. */
export interface Frame {
  readonly facts: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A frame begins with the lengths of its two parts. */
const lengths = 8;
const longestFacts = 1_024;

export function writeFrame(stream: Writable, facts: object, bytes: Uint8Array = new Uint8Array()) {
  const json = Buffer.from(JSON.stringify(facts));
  const head = Buffer.alloc(lengths);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.byteLength, 4);
  stream.write(Buffer.concat([head, json]));
  if (bytes.byteLength > 0) stream.write(bytes);
}

/** Passes each frame to `hear`. At the first invalid frame, or one of more than `mostBytes`, calls `fail` once and stops reading. */
export function readFrames(
  stream: Readable,
  mostBytes: number,
  { hear, fail }: { readonly hear: (frame: Frame) => void; readonly fail: () => void },
) {
  let chunks: Buffer[] = [];
  let length = 0;
  let needed = lengths;

  function joined(): Buffer<ArrayBuffer> {
    const all = Buffer.concat(chunks);
    chunks = [all];
    return all;
  }

  /** Answers whether a whole frame was read. */
  function readOne(): boolean {
    if (length < needed) return false;
    const all = joined();
    const facts = all.readUInt32BE(0);
    const bytes = all.readUInt32BE(4);
    if (facts > longestFacts || bytes > mostBytes) throw new RangeError('a frame is too long');
    needed = lengths + facts + bytes;
    if (length < needed) return false;
    const parsed: unknown = JSON.parse(all.toString('utf8', lengths, lengths + facts));
    const frame = { facts: parsed, bytes: new Uint8Array(all.subarray(lengths + facts, needed)) };
    chunks = [all.subarray(needed)];
    length -= needed;
    needed = lengths;
    hear(frame);
    return true;
  }

  function take(chunk: Buffer) {
    chunks.push(chunk);
    length += chunk.length;
    try {
      while (readOne());
    } catch {
      stream.off('data', take);
      fail();
    }
  }

  stream.on('data', take);
}
