import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { languages } from './news.ts';
import { capped, line } from './rules.ts';
import { answer, instant } from './schemas.ts';

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
  summary: 'Every article, newest first, the withdrawn ones too',
  access: 'operator',
  status: 200,
  answer: answer(z.array(published)),
  problems: [],
} as const satisfies Call;

export const publishNewsCall = {
  method: 'POST',
  path: '/news',
  summary: 'Publish an article in one language, or put it in place of what was there under its slug',
  access: 'operator',
  status: 201,
  largestBody: 1_000_000,
  body: () =>
    z.strictObject({
      language: z.enum(languages, 'format'),
      /** Markdown behind YAML front matter: title, summary, slug, category, image. */
      source: capped(200_000).check(z.minLength(1, 'required')),
    }),
  answer: answer(published),
  problems: ['VALIDATION_FAILED'],
} as const satisfies Call;

export const unpublishNewsCall = {
  method: 'POST',
  path: '/news/unpublish',
  summary: 'Take an article back, in every language',
  access: 'operator',
  status: 200,
  body: () => z.strictObject({ slug: line(200).check(z.minLength(1, 'required')) }),
  answer: answer(published),
  problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type Published = z.infer<typeof published>;
