import { setImmediate } from 'node:timers/promises';
import type { FileType } from '../../contract/uploads.ts';

/** How far into a file programs look for what it is: PDF readers for their head, browsers for markup. */
const lookedAt = 1024;
const markup = /<(?:!doctype|html|head|body|script|svg|iframe)[\s>]|<\?php/i;

/**
 * Whether other programs would take the file for something else too: a picture that is also a PDF or a page, or anything that is
 * also an archive. Such a file is made on purpose, to be let in as one thing and opened as another.
 */
export async function isTwoTypes(bytes: Uint8Array<ArrayBuffer>, type: FileType): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, lookedAt).toString('latin1');
  if (endsAsArchive(file) || markup.test(start)) return true;
  if (type === 'application/pdf') return false;
  return start.includes('%PDF-') || (await hasMarkup(afterPicture(file, type)));
}

const atOnce = 262_144;
const longestMarkup = 16;

/** Looks at a piece at a time and lets others have their turn in between: ten megabytes take a tenth of a second. */
async function hasMarkup(bytes: Buffer): Promise<boolean> {
  for (let from = 0; from < bytes.length; from += atOnce) {
    if (markup.test(bytes.toString('latin1', from, from + atOnce + longestMarkup))) return true;
    await setImmediate();
  }
  return false;
}

/** What stands behind a picture's end: some cameras put something there, and programs that draw pictures do not look. */
function afterPicture(file: Buffer, type: FileType): Buffer {
  const end =
    type === 'image/png' ? file.indexOf('IEND', 0, 'latin1') : file.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return end < 0 ? Buffer.alloc(0) : file.subarray(end);
}

const endRecord = Buffer.from('PK\u0005\u0006', 'latin1');
const endRecordLength = 22;
const longestComment = 65_535;

/** A ZIP archive is read from its end: an end record of one volume, with a directory before it and its comment after it. */
function endsAsArchive(file: Buffer): boolean {
  const from = Math.max(0, file.length - endRecordLength - longestComment);
  for (let at = file.indexOf(endRecord, from); at >= 0; at = file.indexOf(endRecord, at + 1)) {
    if (at + endRecordLength > file.length) return false;
    const isOneVolume = file.readUInt32LE(at + 4) === 0;
    if (isOneVolume && file.readUInt32LE(at + 12) <= at) return true;
  }
  return false;
}
