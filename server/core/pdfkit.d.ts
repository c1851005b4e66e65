/**
 * The parts of pdfkit that `pdf.ts` uses. Its manual omits fonts and pages, so `tests/server/transactions/statementPdf.test.ts` fails when
 * a version changes them.
 */
declare module 'pdfkit' {
  interface PdfReference {
    end(content?: string): void;
  }

  interface PdfFont {
    readonly id: string;
    /** The glyphs of a text in hexadecimal, four digits each, and their advances in thousandths of the size. */
    encode(
      text: string,
      features: readonly string[],
    ): [glyphs: string[], positions: { readonly advanceWidth: number }[]];
    ref(): PdfReference;
  }

  class PDFDocument {
    constructor(options: {
      readonly size: 'A4';
      readonly layout: 'landscape';
      readonly margin: number;
      readonly autoFirstPage: false;
      readonly font: null;
      readonly pdfVersion: '1.7';
      readonly lang: string;
      readonly displayTitle: true;
      readonly info: { readonly Title: string; readonly Author: string; readonly CreationDate: Date };
    });
    readonly page: {
      readonly width: number;
      readonly height: number;
      readonly fonts: Record<string, PdfReference>;
      readonly xobjects: Record<string, PdfReference>;
    };
    readonly _font: PdfFont;
    font(source: Uint8Array): this;
    addPage(): this;
    addContent(operators: string): this;
    ref(data: object): PdfReference;
    /** The bytes finished since the last call; null for none. */
    read(): Uint8Array<ArrayBuffer> | null;
    end(): void;
  }

  // biome-ignore lint/style/noDefaultExport: it is the library's.
  export { PDFDocument as default };
}
