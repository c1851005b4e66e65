import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);
const typefaces = {
  regular: require.resolve('@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf'),
} as const;

type Weight = keyof typeof typefaces;

/** Grey from 0, black, to 1, white. */
type Grey = number;

interface TextPlace {
  /** The left edge of its box, in points from the left of the page. */
  readonly x: number;
  /** Its baseline, in points from the top of the page. */
  readonly y: number;
  /** The width of its box, in points. */
  readonly width: number;
  readonly size: number;
  readonly weight?: Weight;
  readonly grey?: Grey;
  readonly align?: 'left' | 'right';
  /** What happens to text that is too wide: `cut` shrinks it a little and ends it with an ellipsis, `shrink` keeps every character. */
  readonly overflow?: 'cut' | 'shrink';
}

/** A PDF of A4 pages (ISO 32000-1) in landscape, written from the first page to the last; finished bytes are not kept. */
export interface Pdf {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** Begins a page, and finishes the previous one. */
  addPage(): void;
  readonly pages: number;
  text(text: string, place: TextPlace): void;
  /** A filled rectangle; `y` is its top, in points from the top of the page. */
  fill(area: { x: number; y: number; width: number; height: number; grey: Grey }): void;
  /** The place of the total page count, which is known at the end. */
  pageCount(place: { x: number; y: number; size: number; grey: Grey }): void;
  /** The width of a text in points. */
  widthOf(text: string, size: number, weight?: Weight): number;
  /** The bytes finished since the last call. */
  take(): Uint8Array<ArrayBuffer>;
  end(): void;
}

/** The glyph of one character, in hexadecimal, and its advance in thousandths of the size. */
interface Glyph {
  readonly code: string;
  readonly advance: number;
}

const ellipsis = '…';
/** Replaces a character for which the typeface has no glyph. */
const unknown = '?';
const missingGlyph = '0000';
// Tabular figures, so that columns of figures align.
const features = ['tnum'];

/** The smallest share of its size to which text is shrunk before it is cut. */
const smallest = 0.8;

/** The characters to draw: composed, without control characters and direction marks, which would move other text. */
function drawn(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFC').replace(/\p{C}/gu, '');
}

const points = (value: number) => String(Math.round(value * 100) / 100);

/**
 * Creates a document without pages. Importing this file takes half a second of the library's work, so callers import it when they need it.
 */
export async function createPdf({
  title,
  author,
  language,
  at,
}: {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly at: Date;
}): Promise<Pdf> {
  const [regular, bold] = await Promise.all([readFile(typefaces.regular), readFile(typefaces.bold)]);
  const document = new PDFDocument({
    ...{ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false, font: null, pdfVersion: '1.7' },
    ...{ lang: language, displayTitle: true },
    info: { Title: title, Author: author, CreationDate: at },
  });
  const fonts = { regular: document.font(regular)._font, bold: document.font(bold)._font };
  const glyphs: Record<Weight, Map<string, Glyph>> = { regular: new Map(), bold: new Map() };
  const [width, height] = [841.89, 595.28];
  const total = document.ref({
    ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, -20, 200, 40] },
    Resources: { Font: { [fonts.regular.id]: fonts.regular.ref() } },
  });
  let pages = 0;

  function glyphOf(sign: string, weight: Weight): Glyph {
    const known = glyphs[weight].get(sign);
    if (known) return known;
    const [codes, positions] = fonts[weight].encode(sign, features);
    const glyph =
      codes.includes(missingGlyph) && sign !== unknown
        ? glyphOf(unknown, weight)
        : { code: codes.join(''), advance: positions.reduce((sum, each) => sum + each.advanceWidth, 0) };
    glyphs[weight].set(sign, glyph);
    return glyph;
  }

  /** The glyphs of a text as one run. */
  function runOf(text: string, weight: Weight): Glyph {
    let [code, advance] = ['', 0];
    for (const sign of drawn(text)) {
      const glyph = glyphOf(sign, weight);
      code += glyph.code;
      advance += glyph.advance;
    }
    return { code, advance };
  }

  /** As much of the text as fits into `room` thousandths, with an ellipsis. */
  function cut(text: string, room: number, weight: Weight): Glyph {
    const mark = glyphOf(ellipsis, weight);
    let [code, advance] = ['', mark.advance];
    for (const sign of drawn(text)) {
      const glyph = glyphOf(sign, weight);
      if (advance + glyph.advance > room) break;
      code += glyph.code;
      advance += glyph.advance;
    }
    return { code: code + mark.code, advance };
  }

  return {
    width,
    height,
    get pages() {
      return pages;
    },
    addPage() {
      document.addPage();
      pages += 1;
      // The library flips the page; its own coordinates begin at the lower left.
      document.addContent(`1 0 0 -1 0 ${document.page.height} cm`);
      for (const { id, ref } of [fonts.regular, fonts.bold].map((font) => ({ id: font.id, ref: font.ref() })))
        document.page.fonts[id] = ref;
      document.page.xobjects.Total = total;
    },
    text(text, { x, y, width, size, weight = 'regular', grey = 0, align = 'left', overflow = 'cut' }) {
      let run = runOf(text, weight);
      if (run.code === '') return;
      const fitting = (width * 1_000) / run.advance;
      let shownAt = Math.min(size, fitting);
      if (overflow === 'cut' && fitting < size * smallest) {
        shownAt = size * smallest;
        run = cut(text, (width * 1_000) / shownAt, weight);
      }
      const left = align === 'left' ? x : x + width - (run.advance * shownAt) / 1_000;
      document.addContent(
        `${points(grey)} g BT /${fonts[weight].id} ${points(shownAt)} Tf ${points(left)} ${points(height - y)} Td <${run.code}> Tj ET`,
      );
    },
    fill({ x, y, width, height: tall, grey }) {
      document.addContent(
        `${points(grey)} g ${points(x)} ${points(height - y - tall)} ${points(width)} ${points(tall)} re f`,
      );
    },
    pageCount({ x, y, size, grey }) {
      document.addContent(
        `q ${points(size / 10)} 0 0 ${points(size / 10)} ${points(x)} ${points(height - y)} cm ${points(grey)} g /Total Do Q`,
      );
    },
    widthOf: (text, size, weight = 'regular') => (runOf(text, weight).advance * size) / 1_000,
    take: () => document.read() ?? new Uint8Array(),
    end() {
      const { code } = runOf(String(pages), 'regular');
      total.end(`BT /${fonts.regular.id} 10 Tf 0 0 Td <${code}> Tj ET`);
      document.end();
    },
  };
}
