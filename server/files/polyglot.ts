import type { FileType } from '../../contract/uploads.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';

/** How many bytes programs read to detect a type: PDF readers the header, browsers markup. */
const lookedAt = 1024;
const markup = /<(?:!doctype|html|head|body|script|svg|iframe)[\s>]|<\?(?:php|=)/i;

/**
 * Whether other programs would take the file for another type too: a picture that is also a PDF, a page or a script, or any file that is
 * also an archive. Such files are made on purpose, to be accepted as one type and opened as another.
 */
export function isTwoTypes(file: Buffer, type: FileType): boolean {
  const start = textOf(file.subarray(0, lookedAt));
  if (endsAsArchive(file) || archives.some((sign) => file.includes(sign)) || markup.test(start)) return true;
  if (type === 'application/pdf') return false;
  const picture = type === 'image/png' ? readPng(file) : readJpeg(file);
  const behind = file.subarray(picture?.end ?? file.length);
  return start.includes('%PDF-') || (type === 'image/png' ? !isBlank(behind) : isText(behind));
}

/** Text of one byte per character. Zeros are removed, so that UTF-16 and UTF-32 are found too. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '');
}

/** No camera or program puts data after a PNG, but some pad it with zeros. */
const isBlank = (behind: Buffer) => /^\s*$/.test(textOf(behind));

const leastText = 4;

/** Whether the data after a JPEG contains a page or begins as text does. Cameras put other data there, whose first bytes are no text. */
function isText(behind: Buffer): boolean {
  const text = textOf(behind);
  // A video after a picture begins with two zeros; text in UTF-16 begins with at most one.
  const isData = behind.subarray(0, 2).equals(Buffer.alloc(2));
  const beginning = text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
    .slice(0, leastText);
  return markup.test(text) || (!isData && beginning.length === leastText && /^[\x20-\x7e]+$/.test(beginning));
}

/** Programs find the start of a RAR, 7z or CAB archive after the program that unpacks it, at any position. */
const archives = ['Rar!\u001a\u0007', '7z\u00bc\u00af\u0027\u001c', 'MSCF\0\0\0\0'].map((sign) =>
  Buffer.from(sign, 'latin1'),
);

const endRecord = Buffer.from('PK\u0005\u0006', 'latin1');
const endRecordLength = 22;
const longestComment = 65_535;

/** A ZIP archive is read from its end: an end record of one volume, with the directory before it and a comment after it. */
function endsAsArchive(file: Buffer): boolean {
  const from = Math.max(0, file.length - endRecordLength - longestComment);
  for (let at = file.indexOf(endRecord, from); at >= 0; at = file.indexOf(endRecord, at + 1)) {
    if (at + endRecordLength > file.length) return false;
    const isOneVolume = file.readUInt32LE(at + 4) === 0;
    if (isOneVolume && file.readUInt32LE(at + 12) <= at) return true;
  }
  return false;
}
