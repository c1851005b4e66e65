import type { Rule } from '../../contract/rules.ts';
import { type FileType, typeOfBytes, type Upload } from '../../contract/uploads.ts';
import { Refusal } from '../core/refusal.ts';
import { readBytes } from './body.ts';
import { readParts } from './multipart.ts';
import type { BodyReading } from './uploadPlaces.ts';

/** An uploaded file. Only its first bytes have been checked. */
export interface UploadedFile {
  /** The sender's file name, for display; never used as a name on this server. */
  readonly name: string;
  /** From its first bytes. */
  readonly type: FileType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An uploaded file whose sender waits. `field` is where a refusal is shown. */
interface Sent {
  readonly bytes: Uint8Array;
  readonly field: string;
  readonly userId: string;
}

/** Refuses harmful files with FILE_TYPE on the field, and with UNAVAILABLE when the file could not be checked. */
export type Scan = (sent: Sent) => Promise<void>;

interface Form {
  readonly texts: Readonly<Record<string, string>>;
  readonly file: UploadedFile;
}

/** Room for the boundaries, the heads of the parts and the text fields. */
const around = 16_384;

/** Reads a form with one file. Refuses with MEDIA_TYPE, MALFORMED_REQUEST, or by code on the file's field. */
export async function readUpload(request: Request, upload: Upload, reading?: BodyReading): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^multipart\/form-data\s*;/i.test(type) || encoding !== 'identity') throw new Refusal('MEDIA_TYPE');
  const body = await readBytes(request, upload.maximum + around, () => tooLarge(upload), reading);
  const parts = readParts(body, type, mostParts);
  if (!parts || new Set(parts.map(({ name }) => name)).size !== parts.length) {
    throw new Refusal('MALFORMED_REQUEST');
  }
  const texts: [string, string][] = [];
  let file: { readonly filename: string; readonly content: Buffer<ArrayBuffer> } | null = null;
  for (const { name, filename, content } of parts) {
    if (filename === null) texts.push([name, textOf(name, content)]);
    else if (name === upload.field) file = { filename, content };
    else throw onField('VALIDATION_FAILED', name, 'unknown');
  }
  if (!file || file.content.length === 0) throw onField('VALIDATION_FAILED', upload.field, 'required');
  if (file.content.length > upload.maximum) throw tooLarge(upload);
  const judgedFile = judged(new Uint8Array(file.content), file.filename, upload);
  return { texts: Object.fromEntries(texts), file: judgedFile };
}

/** More than any form of ours has. */
const mostParts = 16;

function textOf(name: string, content: Buffer): string {
  if (content.length > around) throw onField('VALIDATION_FAILED', name, 'too_long');
  return content.toString('utf8');
}

function judged(bytes: Uint8Array<ArrayBuffer>, filename: string, { field, types }: Upload): UploadedFile {
  const type = typeOfBytes(bytes);
  if (!type || !types.includes(type) || pretends(nameOf(filename), type)) {
    throw onField('FILE_TYPE', field, 'file_type');
  }
  return { name: nameAs(type, nameOf(filename)), type, bytes };
}

/** Whether the name says picture and the file is a document, or the reverse. A wrong picture format is harmless. */
function pretends(name: string, type: FileType): boolean {
  const ending = /\.(?:(pdf)|jpe?g|png)$/i.exec(name);
  return ending !== null && (ending[1] !== undefined) !== (type === 'application/pdf');
}

const longestName = 120;

const endings: Readonly<Record<FileType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
};

/** Gives a name the ending of its type, because computers open a file by its ending: `invoice.exe` that is a PDF becomes `invoice.pdf`. */
function nameAs(type: FileType, given: string): string {
  let name = given;
  while (/[.\s]$/.test(name)) name = name.slice(0, -1);
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
  if (endings[type].includes(ending)) return name;
  // `Bill 12.03` has no file ending.
  const hasEnding = /^[a-z\d]{1,8}$/.test(ending) && /[a-z]/.test(ending);
  const bare = hasEnding ? name.slice(0, dot) : name;
  const [own = ''] = endings[type];
  return `${[...(bare || 'file')].slice(-longestName + own.length + 1).join('')}.${own}`;
}

/** Cleans a file name: keeps the end, which tells files apart, and removes characters that would break a line, a path, or the reading direction. */
function nameOf(given: string): string {
  const plain = given
    .slice(-4 * longestName)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069/\\]/gu, ' ');
  return [...plain.trim()].slice(-longestName).join('').trim() || 'file';
}

function tooLarge({ field }: Upload): Refusal {
  return onField('FILE_TOO_LARGE', field, 'file_too_large');
}

function onField(
  code: 'VALIDATION_FAILED' | 'FILE_TOO_LARGE' | 'FILE_TYPE',
  field: string,
  rule: Rule,
): Refusal {
  return new Refusal(code, { fields: { [field]: rule } });
}
