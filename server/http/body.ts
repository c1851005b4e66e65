import { Refusal } from '../core/refusal.ts';
import type { BodyReading } from './uploadPlaces.ts';

/** Reads a JSON object of at most `limit` bytes, and answers its size as well. Refuses with MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_REQUEST. */
export async function readJsonObject(
  request: Request,
  limit: number,
): Promise<{ readonly value: object; readonly bytes: Uint8Array }> {
  requireJson(request.headers);
  const bytes = await readBytes(request, limit, () => new Refusal('PAYLOAD_TOO_LARGE'));
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('MALFORMED_REQUEST');
  }
  return { value, bytes };
}

function requireJson(headers: Headers) {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (type.trim() !== 'application/json' || !isUtf8 || encoding !== 'identity') {
    throw new Refusal('MEDIA_TYPE');
  }
}

/**
 * Reads a body of at most `limit` bytes, and stops reading a longer one. Refuses a truncated body with MALFORMED_REQUEST.
 * Counts while reading, because a chunked body has no declared length, and a declared one may be false. `reading` counts the received
 * bytes, and can end the reading with its own reason.
 */
export async function readBytes(
  request: Request,
  limit: number,
  tooLarge: () => Refusal,
  reading?: BodyReading,
): Promise<Buffer<ArrayBuffer>> {
  const told = request.headers.get('content-length');
  if (Number(told ?? 0) > limit) throw tooLarge();
  // Node delivers no more than the declared length, so such a body can be read in one piece.
  if (!reading && told !== null && !request.headers.has('transfer-encoding')) {
    const bytes = await request.arrayBuffer().catch(() => {
      throw new Refusal('MALFORMED_REQUEST');
    });
    if (bytes.byteLength > limit) throw tooLarge();
    return Buffer.from(bytes);
  }
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stop = () => void reader.cancel().catch(() => undefined);
  reading?.signal.addEventListener('abort', stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal('MALFORMED_REQUEST');
    });
    reading?.signal.throwIfAborted();
    if (done) {
      reading?.finish();
      return Buffer.concat(chunks);
    }
    reading?.count(value.byteLength);
    length += value.byteLength;
    if (length > limit) {
      stop();
      throw tooLarge();
    }
    chunks.push(value);
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('MALFORMED_REQUEST');
  }
}
