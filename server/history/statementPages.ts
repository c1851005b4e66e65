import { exactText } from '../../contract/amountParts.ts';
import { brandName } from '../../contract/brand.ts';
import type { Language } from '../../contract/news.ts';
import { transactionKinds } from '../../contract/transactions.ts';
import { createPdf, type Pdf } from '../core/pdf.ts';
import {
  balanceAt,
  type PrintedSums,
  type Statement,
  type StatementLine,
  type StatementPart,
  type StatementTimes,
} from './statements.ts';
import { statementWords } from './statementWords.ts';

/** In points; the page is A4 in landscape. */
const margin = 40;
const bottom = 548;
const [muted, faint] = [0.4, 0.94];

interface Column {
  readonly x: number;
  readonly width: number;
  readonly align?: 'right';
}

const lineColumns = {
  time: { x: 40, width: 98 },
  transaction: { x: 146, width: 204 },
  in: { x: 358, width: 88, align: 'right' },
  out: { x: 454, width: 88, align: 'right' },
  fee: { x: 550, width: 70, align: 'right' },
  balance: { x: 628, width: 94, align: 'right' },
  value: { x: 730, width: 70, align: 'right' },
} as const satisfies Readonly<Record<string, Column>>;

const balanceColumns = {
  token: { x: 40, width: 142 },
  opening: { x: 190, width: 162, align: 'right' },
  openingValue: { x: 360, width: 128, align: 'right' },
  closing: { x: 496, width: 162, align: 'right' },
  closingValue: { x: 666, width: 134, align: 'right' },
} as const satisfies Readonly<Record<string, Column>>;

type Cells<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-30 23:30:00` in the language's format. */
function timeText(local: string, language: Language): string {
  const [, year = '', month = '', day = '', time = ''] = /^(\d+)-(\d\d)-(\d\d) (.+)$/.exec(local) ?? [];
  return language === 'ru'
    ? `${day}.${month}.${year} ${time}`
    : `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year} ${time}`;
}

function periodText(period: string, language: Language): string {
  if (period.length === 4) return period;
  const text = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${period}-01T00:00:00Z`),
  );
  return language === 'ru' ? text.replace(/ г\.$/, '').replace(' ', '\u00a0') : text;
}

interface Document {
  readonly statement: Statement;
  readonly times: StatementTimes;
  readonly language: Language;
  /** When it was made. */
  readonly at: Date;
}

/**
 * The statement as PDF, a page or two at a time: the holder, the period and its time zone, both balances, then for each token its movements
 * with both balances and sums, and finally all sums in USDT. The figures equal those of the CSV, with every digit.
 */
export async function* statementPages(
  { statement, times, language, at }: Document,
  parts: AsyncIterable<StatementPart>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const words = statementWords[language];
  const title = `${words.title}, ${periodText(statement.period, language)}`;
  const pdf = await createPdf({
    ...{ title: `${brandName}. ${title}`, author: brandName, language, at },
  });
  const page = createPage(pdf, { footer: `${brandName} · ${title} · ${statement.holder}`, language });
  writeHead(page, statement, times, language);
  writeBalances(page, statement, language);
  for await (const part of parts) {
    if (part.type === 'movements') {
      for (const line of part.lines) {
        const before = pdf.pages;
        writeLine(page, line, language);
        if (pdf.pages !== before) yield pdf.take();
      }
    } else if (part.type === 'end') writeEnd(page, part, language);
    else if (part.account.first !== null) writeEdge(page, part, language);
  }
  pdf.end();
  yield pdf.take();
}

/** The current page: lines are placed from top to bottom, and a new page begins when a line does not fit. */
interface Page {
  readonly pdf: Pdf;
  /** Takes `height`, on a new page when it does not fit together with `more`. Answers its top. */
  take(height: number, more?: number): number;
  /** Writes headings again at the top of each page; null for none. */
  repeat: ((again: boolean) => void) | null;
}

function createPage(pdf: Pdf, { footer, language }: { footer: string; language: Language }): Page {
  const { page: pageWord, of } = statementWords[language];
  let y = bottom;
  const begin = () => {
    pdf.addPage();
    y = margin;
    const number = `${pageWord} ${pdf.pages} ${of} `;
    const place = { y: bottom + 20, size: 7.5, grey: muted };
    pdf.text(footer, { ...place, x: margin, width: 600 });
    const left = pdf.width - margin - 80;
    pdf.text(number, { ...place, x: left, width: 80 });
    pdf.pageCount({ ...place, x: left + pdf.widthOf(number, 7.5) });
  };
  const page: Page = {
    pdf,
    repeat: null,
    take(height, more = 0) {
      if (pdf.pages === 0 || y + height + more > bottom) {
        begin();
        page.repeat?.(true);
      }
      y += height;
      return y - height;
    },
  };
  return page;
}

function writeCells<Name extends string>(
  { pdf }: Page,
  columns: Readonly<Record<Name, Column>>,
  cells: Cells<Name>,
  style: { readonly y: number; readonly size?: number; readonly weight?: 'bold'; readonly grey?: number },
) {
  for (const name in cells) {
    const text = cells[name];
    const { align = 'left', ...place } = columns[name];
    // Figures are shrunk and never cut.
    const overflow = align === 'right' ? 'shrink' : 'cut';
    if (text) pdf.text(text, { size: 8, ...style, ...place, align, overflow });
  }
}

function writeHeadings<Name extends string>(
  page: Page,
  columns: Readonly<Record<Name, Column>>,
  cells: Cells<Name>,
) {
  const y = page.take(18);
  page.pdf.fill({ x: margin - 6, y, width: page.pdf.width - 2 * margin + 4, height: 15, grey: faint });
  writeCells(page, columns, cells, { y: y + 10.5, size: 7.5, weight: 'bold' });
}

function writeText(page: Page, text: string, grey = 0) {
  const y = page.take(14);
  page.pdf.text(text, { x: margin, y: y + 9, width: page.pdf.width - 2 * margin, size: 8, grey });
}

function writeHead(page: Page, statement: Statement, times: StatementTimes, language: Language) {
  const words = statementWords[language];
  const { pdf } = page;
  const top = page.take(40);
  pdf.text(brandName, { x: margin, y: top + 18, width: 300, size: 20, weight: 'bold' });
  const right = { x: pdf.width - margin - 400, width: 400, align: 'right' } as const;
  const period = periodText(statement.period, language);
  pdf.text(`${words.title}, ${period}`, { ...right, y: top + 17, size: 16, weight: 'bold' });
  const ends = `${timeText(times.from, language)} – ${timeText(times.until, language)}`;
  for (const [label, text] of [
    [words.holder, statement.holder],
    [words.account, statement.login],
    [words.period, `${period} (${ends})`],
    [words.zone, statement.time_zone],
    [words.created, timeText(times.created, language)],
  ] as const) {
    const y = page.take(15);
    pdf.text(label, { x: margin, y: y + 9, width: 112, size: 9, grey: muted });
    pdf.text(text, { x: margin + 116, y: y + 9, width: 640, size: 9 });
  }
  page.take(6);
  if (!statement.isOver) writeText(page, words.notOver);
  writeText(page, words.rule, muted);
  page.take(10);
}

function writeBalances(page: Page, { accounts }: Statement, language: Language) {
  if (accounts.length === 0) return;
  const words = statementWords[language];
  writeTitle(page, words.balances);
  const headings = () =>
    writeHeadings(page, balanceColumns, {
      ...{ token: words.token, opening: words.opening, openingValue: words.value },
      ...{ closing: words.closing, closingValue: words.value },
    });
  headings();
  page.repeat = headings;
  for (const account of accounts) {
    const { token, opening, closing, priceAtStart, priceAtEnd } = account;
    const [first, last] = [
      balanceAt(account, opening, priceAtStart),
      balanceAt(account, closing, priceAtEnd),
    ];
    const y = page.take(14);
    writeCells(
      page,
      balanceColumns,
      {
        ...{
          token,
          opening: exactText(first.balance, language),
          closing: exactText(last.balance, language),
        },
        ...{ openingValue: valueText(first.value, language), closingValue: valueText(last.value, language) },
      },
      { y: y + 9 },
    );
  }
  page.repeat = null;
  page.take(12);
}

function writeTitle(page: Page, text: string) {
  const y = page.take(22, 60);
  page.pdf.text(text, { x: margin, y: y + 13, width: 500, size: 12, weight: 'bold' });
}

const valueText = (value: string | null, language: Language) =>
  value === null ? '—' : exactText(value, language);

type Edge = Extract<StatementPart, { type: 'opening' | 'closing' }>;

/** Writes the opening balance with the token's name and headings, or the closing balance with its sums. */
function writeEdge(page: Page, part: Edge, language: Language) {
  const words = statementWords[language];
  const { token } = part.account;
  if (part.type === 'opening') {
    const headings = (again: boolean) => {
      writeTitle(page, again ? `${token}, ${words.continued}` : token);
      const { time, transaction, fee, balance, value } = words;
      writeHeadings(page, lineColumns, {
        ...{ time, transaction, in: words.in, out: words.out, fee, balance, value },
      });
    };
    headings(false);
    page.repeat = headings;
  }
  const sums = part.type === 'closing' ? sumCells(part.sums, language) : {};
  const y = page.take(15);
  writeCells(
    page,
    lineColumns,
    {
      ...sums,
      transaction: part.type === 'opening' ? words.opening : words.closing,
      balance: exactText(part.balance, language),
      value: valueText(part.value, language),
    },
    { y: y + 9, weight: 'bold' },
  );
  if (part.type === 'opening') return;
  page.repeat = null;
  page.take(12);
}

const sumCells = (sums: PrintedSums, language: Language) => ({
  in: exactText(sums.in, language),
  out: exactText(sums.out, language),
  fee: exactText(sums.fee, language),
});

/** A longer counterparty gets its own line below. */
const longestBeside = 28;

function writeLine(page: Page, line: StatementLine, language: Language) {
  const { counterparty, hash } = line;
  const isBeside = counterparty !== null && counterparty.length <= longestBeside;
  const below = [isBeside ? null : counterparty, hash].filter((text) => text !== null);
  const y = page.take(13 + 8 * below.length);
  const figure = (decimal: string | null) => (decimal === null ? '' : exactText(decimal, language));
  const name = nameOf(line, language);
  writeCells(
    page,
    lineColumns,
    {
      ...{ time: timeText(line.local, language), transaction: isBeside ? `${name} · ${counterparty}` : name },
      ...{ in: figure(line.in), out: figure(line.out), fee: line.fee === '0' ? '' : figure(line.fee) },
      ...{ balance: figure(line.balance), value: valueText(line.value, language) },
    },
    { y: y + 9 },
  );
  const { x, width } = lineColumns.transaction;
  for (const [index, text] of below.entries()) {
    page.pdf.text(text, { x, width, y: y + 17 + 8 * index, size: 6, grey: muted, overflow: 'shrink' });
  }
}

function nameOf({ kind, in: into, other, otherAmount }: StatementLine, language: Language): string {
  const words = statementWords[language];
  if (kind === 'exchange' && other !== null && otherAmount !== null) {
    const name = into === null ? words.exchangedFor : words.exchangedFrom;
    return `${name} ${exactText(otherAmount, language)} ${other}`;
  }
  return words.kinds[transactionKinds.find((each) => each === kind) ?? 'unknown'];
}

function writeEnd(
  page: Page,
  { sums, transactions, unpricedTransactions: unpriced }: Extract<StatementPart, { type: 'end' }>,
  language: Language,
) {
  const words = statementWords[language];
  if (transactions === 0) return writeText(page, words.none);
  page.take(0, 100);
  writeTitle(page, words.total);
  for (const [label, text] of [
    [words.in, exactText(sums.in, language)],
    [words.out, exactText(sums.out, language)],
    [words.fees, exactText(sums.fee, language)],
    [words.net, exactText(sums.net, language)],
    [words.transactions, exactText(String(transactions), language)],
    ...(unpriced > 0 ? ([[words.unpriced, exactText(String(unpriced), language)]] as const) : []),
  ] as const) {
    const y = page.take(15);
    page.pdf.text(label, { x: margin, y: y + 9, width: 300, size: 9, grey: muted });
    page.pdf.text(text, {
      x: margin + 300,
      y: y + 9,
      width: 160,
      size: 9,
      align: 'right',
      overflow: 'shrink',
    });
  }
}
