import type { Rule } from '../../contract/rules.ts';
import { type FileType, typeOfBytes, type Upload } from '../../contract/uploads.ts';
import { readBytes } from './body.ts';
import { isTwoTypes } from './polyglot.ts';
import { Refusal } from './refusal.ts';

/** A file that somebody has sent. Whether a picture can be drawn is not known yet. */
export interface UploadedFile {
  /** As its person knows it, for show; never the name of anything here. */
  readonly name: string;
  /** By its first bytes. */
  readonly type: FileType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Form {
  readonly texts: Readonly<Record<string, string>>;
  readonly file: UploadedFile;
}

/** Room for the boundaries, the heads of the parts and the texts. */
const around = 16_384;

/** Reads a form with one file. Refuses with MEDIA_TYPE, MALFORMED_REQUEST, or by code on the file's field. */
export async function readUpload(request: Request, upload: Upload): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^multipart\/form-data\s*;/i.test(type) || encoding !== 'identity') throw new Refusal('MEDIA_TYPE');
  const body = await readBytes(request, upload.maximum + around, () => tooLarge(upload));
  const entries = await parse(body, type);
  if (new Set(entries.map(([name]) => name)).size !== entries.length) throw new Refusal('MALFORMED_REQUEST');
  const texts: [string, string][] = [];
  let file: File | null = null;
  for (const [name, value] of entries) {
    if (typeof value === 'string') texts.push([name, value]);
    else if (name === upload.field) file = value;
    else throw onField('VALIDATION_FAILED', name, 'unknown');
  }
  if (!file || file.size === 0) throw onField('VALIDATION_FAILED', upload.field, 'required');
  if (file.size > upload.maximum) throw tooLarge(upload);
  return { texts: Object.fromEntries(texts), file: judged(await bytesOf(file), nameOf(file.name), upload) };
}

/** A form that was cut off has no last boundary, and is none. */
async function parse(body: Uint8Array<ArrayBuffer>, type: string): Promise<[string, string | File][]> {
  try {
    return [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
  } catch {
    throw new Refusal('MALFORMED_REQUEST');
  }
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function judged(bytes: Uint8Array<ArrayBuffer>, name: string, { field, types }: Upload): UploadedFile {
  const type = typeOfBytes(bytes);
  if (!type || !types.includes(type) || pretends(name, type)) throw onField('FILE_TYPE', field, 'file_type');
  if (isTwoTypes(bytes, type)) throw onField('FILE_TYPE', field, 'two_types');
  return { name, type, bytes };
}

/** A document under a picture's name, or the other way round. One picture format for the other is a harmless slip. */
function pretends(name: string, type: FileType): boolean {
  const ending = /\.(?:(pdf)|jpe?g|png)$/i.exec(name);
  return ending !== null && (ending[1] !== undefined) !== (type === 'application/pdf');
}

const longestName = 120;

/** The end of a name is what tells files apart, so the end is kept; without what would break a line, a path, or the reading direction. */
function nameOf(given: string): string {
  const plain = given
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
