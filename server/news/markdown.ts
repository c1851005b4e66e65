import { type MarkedToken, marked, type Token, type Tokens } from 'marked';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';
import { type Block, block, pictureAddress, type Span, webAddress } from '../../contract/news.ts';
import { articleHead } from '../../contract/publishing.ts';
import { ok, type Result, refused } from '../../contract/result.ts';
import { checkFields, type FieldErrors } from '../../contract/rules.ts';

/** An article in one language, as it is stored. */
export interface Written extends z.infer<typeof articleHead> {
  readonly markdown: string;
  readonly body: readonly Block[];
}

const fence = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/**
 * Reads Markdown with YAML front matter. Anything that articles do not support (HTML, scripts, links to anything but the web) stays plain
 * text. Refuses missing fields by their names; `source` when the front matter or the text is missing.
 */
export function readArticle(source: string): Result<Written, FieldErrors> {
  const head = fence.exec(source);
  if (!head) return refused({ source: 'format' });
  const checked = checkFields(articleHead, readYaml(head[1] ?? ''));
  if (!checked.ok) return refused(checked.fields);
  const markdown = source.slice(head[0].length).trim();
  const body = marked.lexer(markdown).flatMap((token) => blocksOf(token as MarkedToken));
  const isFit = z.safeParse(z.array(block), body).success;
  if (body.length === 0 || !isFit) return refused({ source: body.length === 0 ? 'required' : 'too_long' });
  return ok({ ...checked.value, markdown, body });
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text, { schema: 'core', maxAliasCount: 0 });
  } catch {
    return null;
  }
}

function blocksOf(token: MarkedToken): Block[] {
  switch (token.type) {
    case 'heading':
      return [{ type: 'heading', level: token.depth <= 2 ? 2 : 3, spans: spansOf(token.tokens) }];
    case 'paragraph':
      return paragraphOf(token);
    case 'list':
      return [{ type: 'list', ordered: token.ordered, items: token.items.map(itemOf) }];
    case 'blockquote':
      return [{ type: 'quote', spans: spansOf(token.tokens) }];
    case 'space':
    case 'hr':
    case 'def':
      return [];
    default:
      return plain(token.raw);
  }
}

/** A picture alone in a paragraph is a block; one inside a sentence becomes its description. */
function paragraphOf({ tokens }: Tokens.Paragraph): Block[] {
  const [only, ...others] = tokens;
  if (only?.type === 'image' && others.length === 0 && isAddress(pictureAddress, only.href)) {
    return [{ type: 'image', url: only.href, alt: unescaped(only.text) }];
  }
  const spans = spansOf(tokens);
  return spans.length > 0 ? [{ type: 'paragraph', spans }] : [];
}

function plain(raw: string): Block[] {
  const text = raw.trim();
  return text === '' ? [] : [{ type: 'paragraph', spans: [{ type: 'text', text }] }];
}

function itemOf(item: Tokens.ListItem): Span[] {
  return spansOf(item.tokens);
}

/** Flattens inline text: of nested styles the outer one counts. Adjacent plain spans are joined. */
function spansOf(tokens: readonly Token[]): Span[] {
  const spans: Span[] = [];
  for (const span of tokens.flatMap((token) => inlineOf(token as MarkedToken))) {
    const last = spans.at(-1);
    if (span.type === 'text' && last?.type === 'text') {
      spans[spans.length - 1] = { type: 'text', text: last.text + span.text };
    } else if (span.text !== '') spans.push(span);
  }
  return spans;
}

function inlineOf(token: MarkedToken): Span[] {
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ type: token.type, text: textOf(token.tokens) }];
    case 'link':
      return isAddress(webAddress, token.href)
        ? [{ type: 'link', text: textOf(token.tokens), href: token.href }]
        : [{ type: 'text', text: textOf(token.tokens) }];
    case 'br':
      return [{ type: 'text', text: '\n' }];
    case 'space':
      return [{ type: 'text', text: ' ' }];
    // In code nothing stands for anything else.
    case 'codespan':
      return [{ type: 'text', text: token.text }];
    case 'text':
    case 'paragraph':
    case 'del':
      return token.tokens ? spansOf(token.tokens) : [{ type: 'text', text: unescaped(token.text) }];
    case 'list':
      return token.items.flatMap((item) => [{ type: 'text', text: '\n' } as const, ...itemOf(item)]);
    default:
      return [{ type: 'text', text: 'text' in token ? unescaped(token.text) : token.raw }];
  }
}

function textOf(tokens: readonly Token[]): string {
  return spansOf(tokens)
    .map(({ text }) => text)
    .join('');
}

/** The names of U+00A0 to U+00FF, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Named entities that editors write into their text. `marked` leaves entities to the browser, so it has no table of them. */
const entities: ReadonlyMap<string, string> = new Map([
  ...latin.split(' ').map((name, place): [string, string] => [name, String.fromCharCode(0xa0 + place)]),
  ...Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
    ...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', ndash: '–', mdash: '—', hellip: '…', bull: '•' },
    ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
    ...{ dagger: '†', Dagger: '‡', permil: '‰', prime: '′', Prime: '″', euro: '€', numero: '№', trade: '™' },
    ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔' },
    ...{ minus: '−', infin: '∞', asymp: '≈', ne: '≠', le: '≤', ge: '≥' },
  }),
]);

/** Resolves entities, because the result is plain text, in which `&lt;` would be shown literally. Unknown ones stay as they are. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      return characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
    },
  );
}

/** U+FFFD, as CommonMark wants it, for what is no character; the database refuses some of those. */
function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? '\ufffd' : String.fromCodePoint(code);
}

function isAddress(schema: z.core.$ZodType, text: string): boolean {
  return z.safeParse(schema, text).success;
}
