import { inflateSync } from 'node:zlib';

/** What a PDF of ours says, page by page: the texts in the order in which they are drawn, read back by each typeface's own table (`ToUnicode`). */
export function pdfPages(bytes: Uint8Array): string[][] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const find = (id: string | undefined) => objects.get(id ?? '') ?? { dictionary: '', content: '' };
  const kids = [...objects.values()].find(({ dictionary }) => /\/Type \/Pages\b/.test(dictionary));
  if (!kids) throw new Error('this PDF has no pages');
  return refsIn(/\/Kids \[([^\]]*)\]/.exec(kids.dictionary)?.[1] ?? '').map((id) => {
    const { dictionary } = find(id);
    const resources = find(refOf(dictionary, 'Resources')).dictionary;
    const form = find(refOf(resources, 'Total'));
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => [
        name,
        charactersOf(find(refOf(find(font).dictionary, 'ToUnicode')).content),
      ]),
    );
    const content = find(refOf(dictionary, 'Contents')).content;
    return textsOf(content.replace('/Total Do', form.content), fonts);
  });
}

interface PdfObject {
  readonly dictionary: string;
  readonly content: string;
}

function objectsOf(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf('\nstream\n');
    const dictionary = at < 0 ? body : body.slice(0, at);
    const raw = at < 0 ? '' : body.slice(at + 8, at + 8 + Number(/\/Length (\d+)/.exec(dictionary)?.[1]));
    const isDeflated = dictionary.includes('/FlateDecode');
    const content = isDeflated ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;
    objects.set(id, { dictionary, content });
  }
  return objects;
}

const refsIn = (text: string) => [...text.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => id);
const refOf = (dictionary: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1];

/** The characters of a typeface by the hexadecimal of their glyphs. */
function charactersOf(table: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, codes = ''], index) => {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      const units = codes.split(' ').map((unit) => Number.parseInt(unit, 16));
      characters.set(glyph, String.fromCharCode(...units));
    });
  }
  return characters;
}

function textsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  return [...content.matchAll(/\/(F\d+) [\d.]+ Tf [^<]*<(\w*)> Tj/g)].map(([, font = '', glyphs = '']) =>
    (glyphs.match(/\w{4}/g) ?? []).map((glyph) => fonts.get(font)?.get(glyph) ?? '\ufffd').join(''),
  );
}
