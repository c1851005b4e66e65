import type { FileType } from '../../contract/uploads.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';

/** How far into a file programs look for what it is: PDF readers for their head, browsers for markup. */
const lookedAt = 1024;
const markup = /<(?:!doctype|html|head|body|script|svg|iframe)[\s>]|<\?(?:php|=)/i;

/**
 * Whether other programs would take the file for something else too: a picture that is also a PDF, a page or a script, or anything
 * that is also an archive. Such a file is made on purpose, to be let in as one thing and opened as another.
 */
export function isTwoTypes(file: Buffer, type: FileType): boolean {
  const start = textOf(file.subarray(0, lookedAt));
  if (endsAsArchive(file) || archives.some((sign) => file.includes(sign)) || markup.test(start)) return true;
  if (type === 'application/pdf') return false;
  const picture = type === 'image/png' ? readPng(file) : readJpeg(file);
  const behind = file.subarray(picture?.end ?? file.length);
  return start.includes('%PDF-') || (type === 'image/png' ? !isBlank(behind) : isText(behind));
}

/** Text of one byte a character. Zeros are left out, which makes UTF-16 and UTF-32 such text too. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '');
}

/** No camera and no program puts anything behind a PNG, but some fill it up with zeros. */
const isBlank = (behind: Buffer) => /^\s*$/.test(textOf(behind));

const leastText = 4;

/** Whether it has a page in it or begins as a script does. Cameras put data behind a JPEG too: its first byte is none of a text. */
function isText(behind: Buffer): boolean {
  const text = textOf(behind);
  // A film behind a picture begins with zeros, a text in UTF-16 with one at most.
  const isData = behind.subarray(0, 2).equals(Buffer.alloc(2));
  const beginning = text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
    .slice(0, leastText);
  return markup.test(text) || (!isData && beginning.length === leastText && /^[\x20-\x7e]+$/.test(beginning));
}

/** Programs look for the beginning of a RAR, 7z or CAB archive behind that of a program which unpacks it, wherever that ends. */
const archives = ['Rar!\u001a\u0007', '7z\u00bc\u00af\u0027\u001c', 'MSCF\0\0\0\0'].map((sign) =>
  Buffer.from(sign, 'latin1'),
);

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
