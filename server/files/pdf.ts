import { constants, inflateSync } from 'node:zlib';
import { Fault } from './fault.ts';
import { type ObjectFacts, type Opened, opensAddress } from './pdfOpening.ts';
import { endless, type PdfTokens, pdfTokens } from './pdfTokens.ts';

/**
 * Names of what makes a document act or carry files (ISO 32000-1, 7.11, 12.6, 12.7 and 13): actions that run scripts, start programs or
 * open other files and hosts, embedded files, and XFA forms.
 */
const active: ReadonlySet<string> = new Set([
  '/JavaScript',
  '/Launch',
  '/SubmitForm',
  '/ImportData',
  '/GoToR',
  '/GoToE',
  '/Rendition',
  '/RichMedia',
  '/RichMediaExecute',
  '/OnInstantiate',
  '/EmbeddedFile',
  '/EmbeddedFiles',
  '/FileAttachment',
  '/EF',
  '/XFA',
  endless,
  `/${endless}`,
]);

/** Limits above those of usual documents: objects, nested dictionaries, and bytes of objects in streams. */
const mostObjects = 200_000;
const mostDepth = 100;
const mostInflated = 16 * 1024 * 1024;
/** The least that an object stream counts, which limits the number of such streams and so the time. */
const leastInflated = 4_096;

/** How often a byte may be read on average: once in a usual file, and more often when objects overlap. */
const mostReadings = 3;

/** Throws a `Fault` for a PDF with active content, or with content that cannot be checked. */
export function requirePlainPdf(file: Buffer): void {
  const found: Findings = { objects: [], opened: [] };
  readObjects(file, found);
  if (opensAddress(found.objects, found.opened)) throw new Fault('active_content');
}

interface Findings {
  readonly objects: ObjectFacts[];
  readonly opened: Opened[];
}

/** What remains of the limits of a document. */
interface Budget {
  inflated: number;
  objects: number;
}

/** Counts what is read of a file or of a stream in it. */
function createPace(most: number, budget: Budget) {
  let read = 0;
  return {
    countObject() {
      budget.objects -= 1;
      if (budget.objects < 0) throw new Fault('active_content');
    },
    count(length: number) {
      read += length;
      if (read > most) throw new Fault('active_content');
    },
  };
}

type Pace = ReturnType<typeof createPace>;

/**
 * Reads every object wherever one can begin: after each `obj`, in streams and texts too, because the table at the end of the file may point
 * readers anywhere; and after each `trailer`.
 */
function readObjects(file: Buffer, findings: Findings): void {
  const budget: Budget = { inflated: mostInflated, objects: mostObjects };
  const pace = createPace(mostReadings * file.length + 65_536, budget);
  for (const word of ['trailer', 'obj']) {
    for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + 1)) {
      if (word === 'obj' && !endsNumber(file[at - 1])) continue;
      const number = word === 'obj' ? numberBefore(file, at) : null;
      const found = readObject(pdfTokens(file, at + word.length), pace, { number, findings });
      if (found.isObjectStream) readObjectStream(file, found, budget, findings);
    }
  }
}

function endsNumber(byte = 0): boolean {
  return byte <= 0x20 || (byte >= 0x30 && byte <= 0x39);
}

/** The number in `12 0 obj`. */
function numberBefore(file: Buffer, at: number): number | null {
  const before = file
    .toString('latin1', Math.max(0, at - 32), at)
    .replaceAll('\0', ' ')
    .trimEnd()
    .split(/\s+/);
  const [word = '', generation = ''] = before.slice(-2);
  // Some writers put no space before the number: `endobj12 0 obj`.
  const number = /\d{1,9}$/.exec(word)?.[0];
  return number !== undefined && isInteger(generation) ? Number(number) : null;
}

interface Found {
  readonly tokens: readonly string[];
  /** The position after the object, and after `stream` if that follows. */
  readonly end: number;
  readonly isObjectStream: boolean;
}

const mostTokens = 4_096;

interface Place {
  readonly number: number | null;
  readonly findings: Findings;
}

/** Reads one object: a dictionary or array to its end, or a single token. Throws the fault that it finds. */
function readObject(reader: PdfTokens, pace: Pace, { number, findings }: Place): Found {
  pace.countObject();
  const tokens: string[] = [];
  const open: string[] = [];
  const facts = createFacts(number, findings.opened);
  let last = reader.at;
  do {
    const token = reader.next();
    if (token === null) break;
    pace.count(reader.at - last);
    last = reader.at;
    judge(token);
    if (tokens.length < mostTokens) tokens.push(token);
    nest(open, token);
    facts.note(token, open);
  } while (open.length > 0);
  const told = facts.told();
  if (told.canAct || told.hasAddress || told.named.length > 0) findings.objects.push(told);
  const behind = tokens[0] === '<<' ? reader.next() : null;
  pace.count(reader.at - last);
  if (behind === endless) throw new Fault('active_content');
  const isStream = behind?.startsWith('stream') === true;
  const hasObjects = tokens.includes('/ObjStm') || tokens.includes('/First');
  return { tokens, end: reader.at, isObjectStream: isStream && (hasObjects || tokens.length === mostTokens) };
}

/** Collects what an object refers to, token by token, and which of that belongs to the actions at opening a document or page. */
function createFacts(number: number | null, opened: Opened[]) {
  const named: number[] = [];
  let canAct = false;
  let hasAddress = false;
  /** The two previous tokens. */
  let before: readonly [string, string] = ['', ''];
  /** The depth of the opening key to which the current token belongs; null outside of one. */
  let keyDepth: number | null = null;

  function noteOpening(token: string, open: readonly string[], reference: number | null) {
    if (token === '/OpenAction' || token === '/AA') keyDepth = keyDepth ?? open.length;
    else if (keyDepth !== null) {
      if (token === '/URI') throw new Fault('active_content');
      if (reference !== null)
        opened.push({ number: reference, isAction: !open.slice(keyDepth).includes('[') });
      const isOver = open.length <= keyDepth && !isInteger(token);
      if (isOver || open.length < keyDepth) keyDepth = null;
    }
  }

  return {
    note(token: string, open: readonly string[]) {
      const [one, other] = before;
      const reference = token === 'R' && isInteger(one) && isInteger(other) ? Number(one) : null;
      if (reference !== null) named.push(reference);
      if (token === '[' && open.length === 1) canAct = true;
      if (token === '/S' && open.length === 1) canAct = true;
      if (token === '/URI') hasAddress = true;
      noteOpening(token, open, reference);
      before = [other, token];
    },
    told: (): ObjectFacts => ({ number, canAct, hasAddress, named }),
  };
}

const isInteger = (token: string) => /^\d{1,9}$/.test(token);

function judge(token: string) {
  if (active.has(token)) throw new Fault('active_content');
  if (token === '/Encrypt') throw new Fault('encrypted');
}

/** Ignores a closing sign that does not match the open one. */
function nest(open: string[], token: string) {
  if (token === '<<' || token === '[') {
    open.push(token);
    if (open.length > mostDepth) throw new Fault('active_content');
  } else if ((token === '>>' && open.at(-1) === '<<') || (token === ']' && open.at(-1) === '[')) open.pop();
}

/**
 * Decompresses an object stream and reads its objects. Only the one compression that writers use is accepted; any other could hide objects.
 */
function readObjectStream(file: Buffer, { tokens, end }: Found, budget: Budget, findings: Findings): void {
  const [count, first] = [integerAfter('/N', tokens), integerAfter('/First', tokens)];
  const start = lineAfter(file, end);
  if (count === null || count > mostObjects || first === null || start === null || !isDeflated(tokens)) {
    throw new Fault('active_content');
  }
  const objects = inflated(file.subarray(start), Math.max(1, budget.inflated));
  budget.inflated -= Math.max(objects.length, leastInflated);
  const pace = createPace(mostReadings * objects.length + 65_536, budget);
  const offsets = pdfTokens(objects, 0);
  for (let index = 0; index < count; index += 1) {
    const number = offsets.next() ?? '';
    const offset = offsets.next() ?? '';
    if (!isInteger(offset)) return;
    readObject(pdfTokens(objects, first + Number(offset)), pace, {
      number: isInteger(number) ? Number(number) : null,
      findings,
    });
  }
}

function inflated(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most });
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new Fault(isTooLong ? 'active_content' : 'unreadable');
  }
}

/** The position of a stream's bytes: the line after `stream`. */
function lineAfter(file: Buffer, end: number): number | null {
  if (file[end] === 0x0a) return end + 1;
  if (file[end] !== 0x0d) return null;
  return file[end + 1] === 0x0a ? end + 2 : end + 1;
}

function isDeflated(tokens: readonly string[]): boolean {
  const at = tokens.indexOf('/Filter');
  const [filter, closing] = tokens[at + 1] === '[' ? [tokens[at + 2], tokens[at + 3]] : [tokens[at + 1], ']'];
  const isFlate = (filter === '/FlateDecode' || filter === '/Fl') && closing === ']';
  const hasMore = ['/DecodeParms', '/DP', '/F', '/FFilter'].some((name) => tokens.includes(name));
  return at >= 0 && tokens.lastIndexOf('/Filter') === at && isFlate && !hasMore;
}

function integerAfter(name: string, tokens: readonly string[]): number | null {
  const at = tokens.indexOf(name);
  const text = tokens[at + 1] ?? '';
  const isOnly = at >= 0 && tokens.lastIndexOf(name) === at;
  // `7 0 R` refers to a number in another object.
  return isOnly && isInteger(text) && tokens[at + 3] !== 'R' ? Number(text) : null;
}
