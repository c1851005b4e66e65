/** One part of a form. `filename` is null for a text field. */
export interface Part {
  readonly name: string;
  readonly filename: string | null;
  readonly content: Buffer<ArrayBuffer>;
}

/** More than the names of a field and of a file need. */
const longestHead = 16_384;
const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Reads `multipart/form-data` (RFC 7578); null for another format, a truncated body, or more than `most` parts. Does not copy contents or
 * scan byte by byte, because ten megabytes of small parts would block the event loop for seconds.
 */
export function readParts(
  body: Buffer<ArrayBuffer>,
  contentType: string,
  most: number,
): readonly Part[] | null {
  const boundary = boundaryOf(contentType);
  if (boundary === null || !body.subarray(0, boundary.length + 2).equals(Buffer.from(`--${boundary}`))) {
    return null;
  }
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let at = boundary.length + 2;
  for (;;) {
    const next = body.toString('latin1', at, at + 2);
    if (next === '--') return parts;
    if (next !== '\r\n' || parts.length >= most) return null;
    const headEnd = body.subarray(at, at + longestHead).indexOf(endOfHead);
    if (headEnd < 0) return null;
    const start = at + headEnd + endOfHead.length;
    const end = body.indexOf(delimiter, start);
    const told = disposition(body.toString('utf8', at, at + headEnd));
    if (end < 0 || told === null) return null;
    parts.push({ ...told, content: body.subarray(start, end) });
    at = end + delimiter.length;
  }
}

function boundaryOf(contentType: string): string | null {
  const match = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70})(?=[\s;]|$))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

function disposition(head: string): Pick<Part, 'name' | 'filename'> | null {
  const line = head.split('\r\n').find((each) => /^content-disposition:[ \t]*form-data[ \t]*;/i.test(each));
  if (line === undefined) return null;
  const name = /;[ \t]*name="([^"]*)"/i.exec(line)?.[1];
  const filename = /;[ \t]*filename="([^"]*)"/i.exec(line)?.[1];
  return name === undefined
    ? null
    : { name: plain(name), filename: filename === undefined ? null : plain(filename) };
}

/** Undoes the browsers' escaping in names (HTML, "multipart/form-data encoding algorithm"). */
function plain(text: string): string {
  return text.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}
