const signatureLength = 8;
/** A chunk's length and name come before its data, a checksum after it. */
const headLength = 8;
const checkLength = 4;

/** The chunks that a decoder needs. Others only take memory, and compressed text can be of any size. */
const needed: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

interface Png {
  /** The picture with only the chunks that a decoder needs. */
  readonly bytes: Buffer;
  /** The position after the last chunk. */
  readonly end: number;
}

/** Reads the chunks of a PNG (ISO 15948, 5.3). Null for an incomplete one. */
export function readPng(file: Buffer): Png | null {
  const kept = [file.subarray(0, signatureLength)];
  for (let at = signatureLength; at + headLength <= file.length; ) {
    const end = at + headLength + file.readUInt32BE(at) + checkLength;
    if (end > file.length) return null;
    const name = file.toString('latin1', at + 4, at + headLength);
    if (needed.has(name)) kept.push(file.subarray(at, end));
    if (name === 'IEND') return { bytes: Buffer.concat(kept), end };
    at = end;
  }
  return null;
}
