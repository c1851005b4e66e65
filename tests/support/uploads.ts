import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { webAppBase } from '../../contract/call.ts';
import type { TestServer } from './server.ts';

/** A picture with a gradient in it, so that it does not shrink to nothing. */
function pixels(width: number, height: number) {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) raw[at] = (at * 7 + Math.floor(at / width)) % 256;
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

export const png = (width = 64, height = 48): Promise<Buffer> => pixels(width, height).png().toBuffer();
export const jpg = (width = 64, height = 48): Promise<Buffer> => pixels(width, height).jpeg().toBuffer();

/** A whole picture of a format that is not taken. */
export const foreignPicture = (format: 'webp' | 'gif' | 'tiff' | 'avif'): Promise<Buffer> =>
  pixels(64, 48).toFormat(format).toBuffer();

/** A JPG that tells where it was made. */
export const jpgWithPlace = (): Promise<Buffer> =>
  pixels(64, 48)
    .withExif({ IFD0: { Copyright: 'Secret Street 7' } })
    .jpeg()
    .toBuffer();

export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** A PNG of this size in its header, and of a few bytes. */
export function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const line = deflateSync(Buffer.alloc(1000));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', line),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** An empty ZIP archive: nothing but its end record. */
export const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

export interface SentFile {
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly texts?: Readonly<Record<string, string>>;
}

const boundary = 'a-boundary-of-the-tests';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A form with one file, as a browser writes it. */
export function formOf({
  field,
  bytes,
  name = 'photo.png',
  type = 'image/png',
  texts = {},
}: SentFile): Buffer {
  const parts = Object.entries(texts).map(
    ([key, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Posts bytes as a form; answers the status and the JSON. */
export async function postForm(
  server: TestServer,
  token: string,
  path: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  headers: Record<string, string> = { 'content-type': formType },
) {
  const request = new Request(`http://localhost:3000${webAppBase}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: body as RequestInit['body'] & object,
    duplex: 'half',
  } as RequestInit);
  const response = await server.fetch(request, { address: '203.0.113.7' });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** How many files there are: rows, and those of them that are in use. */
export async function filesStored(server: TestServer) {
  const [row] = await server.database.query<{ rows: number; used: number }>(
    'SELECT count(*)::int AS rows, count(*) FILTER (WHERE unused_since IS NULL)::int AS used FROM files',
  );
  return row ?? { rows: -1, used: -1 };
}
