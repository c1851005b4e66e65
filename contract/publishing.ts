import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { block, languages, pictureAddress } from './news.ts';
import { keysetAnswer, positionSearch } from './paging.ts';
import { capped, line, note } from './rules.ts';
import { answer, instant, status } from './schemas.ts';
import { subject } from './textRules.ts';

const slug = capped(100)
  .check(z.minLength(1, { error: 'required', abort: true }))
  .check(z.regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, 'format'));

/** The front matter of an article. */
export const articleHead = z.strictObject({
  title: subject,
  summary: note,
  slug,
  category: slug,
  image: z._default(z.nullable(pictureAddress), null),
});

/** An article as it is sent: its head as front matter (JSON is valid YAML), and Markdown. */
export function articleSource(head: z.infer<typeof articleHead>, markdown: string): string {
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', markdown].join('\n');
}

const published = z.object({
  slug: z.string(),
  category: z.string(),
  languages: z.array(z.string()),
  title: z.string(),
  published_at: instant,
  withdrawn_at: z.nullable(instant),
});

export const publishedNewsCall = {
  method: 'GET',
  path: '/news',
  summary: 'List all articles, including withdrawn ones, newest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object(positionSearch),
  answer: keysetAnswer(published),
  problems: [],
} as const satisfies Call;

/** `source` is the Markdown after the front matter; null for an article from before it was stored. */
const publishedText = z.object({
  language: status(languages),
  title: z.string(),
  summary: z.string(),
  source: z.nullable(z.string()),
  updated_at: instant,
});

const publishedArticle = z.extend(published, {
  image: z.nullable(z.string()),
  texts: z.array(publishedText),
});

export const publishedArticleCall = {
  method: 'GET',
  path: '/news/{slug}',
  params: z.object({ slug }),
  summary: 'Get an article’s source in each of its languages',
  access: 'operator',
  status: 200,
  answer: answer(publishedArticle),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

/** Markdown after YAML front matter: title, summary, slug, category, image. */
const source = capped(200_000).check(z.minLength(1, 'required'));

const newsPreview = z.object({
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  body: z.array(block),
});

export const previewNewsCall = {
  method: 'POST',
  path: '/news/preview',
  summary: 'Preview an article as its readers would see it; nothing is published',
  access: 'operator',
  status: 200,
  largestBody: 1_000_000,
  body: () => z.strictObject({ source }),
  answer: answer(newsPreview),
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

const sharedHead = z.strictObject({
  category: capped(100, 'format'),
  image: z.nullable(capped(2_000, 'format')),
  is_withdrawn: z.boolean('format'),
});

export const publishNewsCall = {
  method: 'POST',
  path: '/news',
  summary: 'Publish an article in one language; replaces the article with the same slug',
  access: 'operator',
  status: 201,
  largestBody: 1_000_000,
  body: () =>
    z.strictObject({
      language: z.enum(languages, 'format'),
      source,
      /**
       * The `updated_at` of the edited text, null for a new one: STATUS_CONFLICT when the stored one differs. Null without `shared` is a
       * new article: STATUS_CONFLICT when there is one with this slug in any language.
       */
      seen: z.optional(z.nullable(capped(30, 'format').check(z.iso.datetime({ error: 'format' })))),
      /**
       * What the edited article had for all languages. A category or picture that is sent as it was seen stays as it is stored by now,
       * because it may have been changed with another language. STATUS_CONFLICT when the article was withdrawn since.
       */
      shared: z.optional(sharedHead),
    }),
  answer: answer(published),
  problems: ['STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const unpublishNewsCall = {
  method: 'POST',
  path: '/news/unpublish',
  summary: 'Withdraw an article in every language',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ slug: line(200).check(z.minLength(1, 'required')) }),
  answer: answer(published),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type Published = z.infer<typeof published>;
/** What all languages of an article have in common. */
export type SharedHead = z.infer<typeof sharedHead>;
export type PublishedArticle = z.infer<typeof publishedArticle>;
export type PublishedText = z.infer<typeof publishedText>;
export type NewsPreview = z.infer<typeof newsPreview>;
