/** One line of a table (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/**
 * Adds an apostrophe to text that a spreadsheet would run as a formula (OWASP, "CSV Injection"), and to text that already has one, so that
 * `readCell` restores the original.
 */
function cellOf(text: string): string {
  const safe = /^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Restores the text that `csvLine` was given for a cell. */
function readCell(text: string): string {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}

/** A line of a table, and the line of the text on which it begins, from 1. Its cells are null when a quote is not closed, or followed by text. */
interface TableLine {
  readonly number: number;
  readonly cells: readonly string[] | null;
}

/**
 * Reads a table (RFC 4180) separated by commas, or by semicolons when its first line has no comma, as in locales with decimal
 * commas. Ignores a byte order mark and empty lines. Takes linear time, and stops at an error.
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
  /** The position after the line and its line break. */
  readonly end: number;
  /** The number of line breaks in its cells. */
  readonly breaks: number;
}

/** The line at `from`; null when a quote is not closed, or followed by text. */
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

/** The position after the closing quote of the cell at `from`; -1 without one. */
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
