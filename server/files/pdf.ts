import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import type { Rule } from '../../contract/rules.ts';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';
import { endless, type PdfTokens, pdfTokens } from './pdfTokens.ts';

/**
 * What makes a document do something, or carry something, beside being read (ISO 32000-1, 7.11, 12.6, 12.7 and 13): actions that run
 * scripts, start programs or reach other files and hosts, files inside of it, and forms that are programs (XFA).
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

/** More than any document of this size has: objects, and bytes of those inside of streams. */
const mostObjects = 100_000;
const mostInflated = 64 * 1024 * 1024;
/** An object stream counts as no less, so that there are not more of them than anybody waits for. */
const leastInflated = 4_096;

/** The event loop has its turn after so many milliseconds. */
const slice = 10;
/** Every byte is read once in an honest file; one whose objects lie in each other is read more often. */
const mostReadings = 3;

const inTurn = createFairQueue({ running: 2, runningOfOne: 1, ofOne: 8, inAll: 100 });
const inflated = promisify(inflate);

interface Document {
  readonly bytes: Uint8Array;
  /** Where a refusal is told. */
  readonly field: string;
  /** Whose turn in the queue the reading takes. */
  readonly userId: string;
}

/** Refuses with FILE_TYPE on the field a PDF that has more in it than pages, or that hides what it has. */
export async function requirePlainPdf({ bytes, field, userId }: Document): Promise<void> {
  const rule = await inTurn(userId, () => faultOf(bytes));
  if (rule) throw new Refusal('FILE_TYPE', { fields: { [field]: rule } });
}

class Fault extends Error {
  readonly rule: Rule;

  constructor(rule: Rule) {
    super(rule);
    this.rule = rule;
  }
}

async function faultOf(bytes: Uint8Array): Promise<Rule | null> {
  try {
    await readObjects(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.rule;
    throw error;
  }
}

/** Counts what is read, and lets others in between. */
function createPace(most: number) {
  let began = performance.now();
  let read = 0;
  let objects = 0;
  return {
    countObject() {
      objects += 1;
      if (objects > mostObjects) throw new Fault('active_content');
    },
    count(length: number) {
      read += length;
      if (read > most) throw new Fault('active_content');
    },
    isDue: () => performance.now() - began > slice,
    async rest() {
      await setImmediate();
      began = performance.now();
    },
  };
}

type Pace = ReturnType<typeof createPace>;

/**
 * Reads every object wherever one can begin: behind each `obj`, in streams and texts too, because a table at the end of the file may
 * send its readers anywhere; and behind each `trailer`.
 */
async function readObjects(file: Buffer): Promise<void> {
  const pace = createPace(mostReadings * file.length + 65_536);
  const budget = { inflated: mostInflated };
  for (const word of ['trailer', 'obj']) {
    for (let at = file.indexOf(word); at >= 0; at = file.indexOf(word, at + 1)) {
      if (pace.isDue()) await pace.rest();
      if (word === 'obj' && !endsNumber(file[at - 1])) continue;
      const found = await readObject(pdfTokens(file, at + word.length), pace);
      if (found.isObjectStream) await readObjectStream(file, found, budget);
    }
  }
}

function endsNumber(byte = 0): boolean {
  return byte <= 0x20 || (byte >= 0x30 && byte <= 0x39);
}

interface Found {
  readonly tokens: readonly string[];
  /** Behind the object, and behind `stream` if that follows. */
  readonly end: number;
  readonly isObjectStream: boolean;
}

const mostTokens = 4_096;

/** Reads one object: a dictionary or array to its end, or a single token. Throws the fault that is in it. */
async function readObject(reader: PdfTokens, pace: Pace): Promise<Found> {
  pace.countObject();
  const tokens: string[] = [];
  const open: string[] = [];
  let last = reader.at;
  do {
    const token = reader.next();
    if (token === null) break;
    pace.count(reader.at - last);
    last = reader.at;
    judge(token);
    if (tokens.length < mostTokens) tokens.push(token);
    nest(open, token);
    if (pace.isDue()) await pace.rest();
  } while (open.length > 0);
  const behind = tokens[0] === '<<' ? reader.next() : null;
  pace.count(reader.at - last);
  if (behind === endless) throw new Fault('active_content');
  const isStream = behind?.startsWith('stream') === true;
  const hasObjects = tokens.includes('/ObjStm') || tokens.includes('/First');
  return { tokens, end: reader.at, isObjectStream: isStream && (hasObjects || tokens.length === mostTokens) };
}

function judge(token: string) {
  if (active.has(token)) throw new Fault('active_content');
  if (token === '/Encrypt') throw new Fault('encrypted');
}

/** A sign that closes something else than what is open closes nothing. */
function nest(open: string[], token: string) {
  if (token === '<<' || token === '[') open.push(token);
  else if ((token === '>>' && open.at(-1) === '<<') || (token === ']' && open.at(-1) === '[')) open.pop();
}

/** Undoes the one compression that writers of object streams use, and reads the objects. Any other way of writing them hides them. */
async function readObjectStream(file: Buffer, { tokens, end }: Found, budget: { inflated: number }) {
  const [count, first] = [integerAfter('/N', tokens), integerAfter('/First', tokens)];
  const start = lineAfter(file, end);
  if (count === null || count > mostObjects || first === null || start === null || !isDeflated(tokens)) {
    throw new Fault('active_content');
  }
  const objects = await inflated(file.subarray(start), {
    finishFlush: constants.Z_SYNC_FLUSH,
    maxOutputLength: Math.max(1, budget.inflated),
  }).catch((error: unknown) => {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new Fault(isTooLong ? 'active_content' : 'unreadable');
  });
  budget.inflated -= Math.max(objects.length, leastInflated);
  const pace = createPace(mostReadings * objects.length + 65_536);
  const offsets = pdfTokens(objects, 0);
  for (let index = 0; index < count; index += 1) {
    offsets.next();
    const offset = offsets.next() ?? '';
    if (!/^\d{1,9}$/.test(offset)) return;
    await readObject(pdfTokens(objects, first + Number(offset)), pace);
  }
}

/** Where the bytes of a stream begin: on the line after `stream`. */
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
  // `7 0 R` is a number that stands somewhere else.
  return isOnly && /^\d{1,9}$/.test(text) && tokens[at + 3] !== 'R' ? Number(text) : null;
}
