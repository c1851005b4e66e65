import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { pagedAnswer, pageSearch } from './paging.ts';
import { answer, instant, status } from './schemas.ts';
import { onePathId } from './textRules.ts';

/** The languages of articles, the fallback first. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The allowed targets of an article's links. */
export const webAddress = z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\/[^\s]+$/i));
/** The allowed sources of an article's pictures: this host, or another over TLS. */
export const pictureAddress = z
  .string()
  .check(z.maxLength(2_000), z.regex(/^(?:https:\/\/[^\s]+|\/(?!\/)[^\s\\]*)$/i));

const text = z.string().check(z.maxLength(20_000));

/** A run of text with one style. Articles contain nothing else: no HTML, and no addresses but those of the web. */
const span = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('strong'), text }),
  z.object({ type: z.literal('em'), text }),
  z.object({ type: z.literal('link'), text, href: webAddress }),
]);
const spans = z.array(span);

export const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), spans }),
  z.object({ type: z.literal('heading'), level: z.literal([2, 3]), spans }),
  z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(spans) }),
  z.object({ type: z.literal('quote'), spans }),
  z.object({ type: z.literal('image'), url: pictureAddress, alt: text }),
]);

/** `language` is the one of the text: the reader's, or the one that exists. */
const headline = {
  id: z.string(),
  slug: z.string(),
  language: status(languages),
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  image_url: z.nullable(pictureAddress),
  published_at: instant,
  read: z.boolean(),
};

const article = z.object({
  ...headline,
  body: z.array(block),
  /** The article published before this one, and the one after. */
  previous_id: z.nullable(z.string()),
  next_id: z.nullable(z.string()),
});

export const newsCall = {
  method: 'GET',
  path: '/news',
  summary: 'List articles, newest first, in the language of `Accept-Language` if available',
  access: 'session',
  status: 200,
  paged: true,
  search: z.object(pageSearch),
  answer: pagedAnswer(z.object(headline)),
  problems: [],
} as const satisfies Call;

export const articleCall = {
  method: 'GET',
  path: '/news/{id}',
  params: onePathId,
  summary: 'Get an article as blocks',
  access: 'session',
  status: 200,
  answer: answer(article),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const readArticleCall = {
  method: 'POST',
  path: '/news/{id}/read',
  params: onePathId,
  summary: 'Mark an article as read',
  access: 'session',
  status: 204,
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export type Headline = z.infer<z.ZodMiniObject<typeof headline>>;
export type Article = z.infer<typeof article>;
export type Block = z.infer<typeof block>;
export type Span = z.infer<typeof span>;
