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
    return [{ type: 'image', url: only.href, alt: only.text }];
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

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Resolves entities, because the result is plain text, in which `&lt;` would be shown literally. */
function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

function isAddress(schema: z.core.$ZodType, text: string): boolean {
  return z.safeParse(schema, text).success;
}
