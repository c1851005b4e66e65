/** One line of a table (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * A text that a table program would run as a formula gets an apostrophe (OWASP, "CSV Injection"). One that has it already gets one more, so that
 * `readCell` answers what was written.
 */
function cellOf(text: string): string {
  const safe = /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What `csvLine` was given for a cell. */
function readCell(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}

/** A line of a table, and on which line of the text it begins, from 1 on. Null in place of its cells: a quote has no end, or text behind it. */
interface TableLine {
  readonly number: number;
  readonly cells: readonly string[] | null;
}

/**
 * Reads a table (RFC 4180) with commas, or with semicolons when its first line has no comma, as table programs write it where the comma
 * stands in numbers. A mark of the byte order and empty lines are left out. Takes as long as the text is, and stops at a mistake.
 */
export function readCsv(text: string): readonly TableLine[] {
  const given = text.replace(/^\ufeff/, '');
  const comma = /^[^\r\n]*/.exec(given)?.[0].includes(',') ? ',' : ';';
  const lines: TableLine[] = [];
  let [number, place] = [1, 0];
  while (place < given.length) {
    const line = readLine(given, place, comma);
    if (line === null) return [...lines, { number, cells: null }];
    if (line.cells.some((cell) => cell !== '')) lines.push({ number, cells: line.cells });
    number += line.breaks + 1;
    place = line.end;
  }
  return lines;
}

interface ReadLine {
  readonly cells: readonly string[];
  /** Behind the line and its break. */
  readonly end: number;
  /** How many breaks stand in its cells. */
  readonly breaks: number;
}

/** The line at `from`; null where a quote has no end, or text behind it. */
function readLine(text: string, from: number, comma: string): ReadLine | null {
  const cells: string[] = [];
  let [place, breaks] = [from, 0];
  for (;;) {
    const isQuoted = text[place] === '"';
    const end = isQuoted ? endOfQuote(text, place + 1) : endOfPlain(text, place, comma);
    const next = text[end];
    if (end < 0 || (next !== undefined && next !== comma && next !== '\r' && next !== '\n')) return null;
    const raw = isQuoted ? text.slice(place + 1, end - 1).replaceAll('""', '"') : text.slice(place, end);
    if (isQuoted) breaks += raw.split('\n').length - 1;
    cells.push(readCell(isQuoted ? raw : raw.trim()));
    if (next !== comma) return { cells, end: end + (text.startsWith('\r\n', end) ? 2 : 1), breaks };
    place = end + 1;
  }
}

/** Behind the quote that ends what begins at `from`; -1 without one. */
function endOfQuote(text: string, from: number): number {
  for (let place = text.indexOf('"', from); place >= 0; place = text.indexOf('"', place + 2)) {
    if (text[place + 1] !== '"') return place + 1;
  }
  return -1;
}

function endOfPlain(text: string, from: number, comma: string): number {
  let place = from;
  while (place < text.length && text[place] !== comma && text[place] !== '\n' && text[place] !== '\r')
    place += 1;
  return place;
}
