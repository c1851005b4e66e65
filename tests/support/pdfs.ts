import { deflateSync } from 'node:zlib';

/** The objects of a document of one page, with more objects and more entries of its catalogue. */
interface Parts {
  readonly catalog?: string;
  readonly objects?: readonly string[];
}

const page = 'BT /F1 24 Tf 72 720 Td (Electricity bill, 48.20 EUR) Tj ET';

function bodies({ catalog = '', objects = [] }: Parts): string[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [5 0 R]
       /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org/Launch) >> >>',
    ...objects,
  ];
}

/** A document as writers of PDF 1.4 make it: a table of positions at its end. */
export function tablePdf(parts: Parts = {}, trailer = ''): Buffer {
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const positions: number[] = [];
  for (const [index, body] of bodies(parts).entries()) {
    positions.push(text.length);
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = positions.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = positions.length + 1;
  const start = text.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** A document as writers of PDF 1.5 and later make it: `hidden` are objects inside of a compressed stream. */
export function packedPdf(hidden: readonly string[], writing: Writing = {}): Buffer {
  const { entries = '', filter = '/FlateDecode', encode = deflateSync } = writing;
  let header = '';
  let content = '';
  for (const [index, body] of hidden.entries()) {
    header += `${index + 10} ${content.length} `;
    content += `${body}\n`;
  }
  const packed = encode(Buffer.from(header + content, 'latin1'));
  const first = writing.first ?? String(header.length);
  const dictionary = `<< /Type /ObjStm /N ${hidden.length} /First ${first} /Filter ${filter} /Length ${packed.length} ${entries} >>`;
  const plain = tablePdf();
  const tail = `\n8 0 obj\n<< /Type /XRef /Size 20 /W [1 2 1] /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\n`;
  return Buffer.concat([
    plain,
    Buffer.from(`7 0 obj\n${dictionary}\nstream\r\n`, 'latin1'),
    packed,
    Buffer.from(`\nendstream\nendobj${tail}startxref\n${plain.length}\n%%EOF\n`, 'latin1'),
  ]);
}

interface Writing {
  readonly entries?: string;
  readonly filter?: string;
  readonly first?: string;
  readonly encode?: (bytes: Buffer) => Buffer;
}
