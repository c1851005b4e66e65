import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../contract/problems.ts';
import { problemTitles } from '../../server/core/problemTitles.ts';
import { emailFor } from '../../server/email/templates.ts';

const occasions = [
  'confirm',
  'reset',
  'known',
  'emailChanged',
  'emailAsked',
  'passwordChanged',
  'methodAdded',
  'methodRemoved',
  'code',
] as const;

const emails = (['en', 'ru'] as const).flatMap((language) =>
  occasions.map((occasion) => {
    const { subject, text } = emailFor(occasion, {
      language,
      to: 'nora@example.org',
      link: 'https://example.org/#link',
      support: null,
    });
    return { name: `${occasion}, ${language}`, language, subject, text };
  }),
);

const newsFolder = join(import.meta.dirname, '../../server/demo/news');
const articles = readdirSync(newsFolder).map((name) => ({
  name,
  language: name.endsWith('.ru.md') ? ('ru' as const) : ('en' as const),
  text: readFileSync(join(newsFolder, name), 'utf8'),
}));

/** Words that have a better one, in the language of the market. */
const retired = {
  en: /\b(letter|sign(ed|s)? (in|out)|money|somebody|payments?|provider|mailbox)\b|could not be|n’t be (loaded|made)/i,
  ru: /котировк|платёж|платеж|провайдер|деньг|наружу|контрагент|алерт|тикет|счёт|счета|знак(а|ов)\b|предложени|каталог/i,
};

/** Russian keeps a short word, a dash and a number together with the word next to them. Word boundaries of `\b` know no Cyrillic. */
const loose = /(?<![\p{L}\p{N}])[вкосуиаВКОСУИА] \S| [—–]|\d [а-яё]/u;

describe('the public address of support', () => {
  const told = (support: string | null) =>
    occasions.filter((occasion) =>
      emailFor(occasion, { language: 'en', to: 'nora@example.org', link: null, support }).text.includes(
        'support@example.org',
      ),
    );

  it('stands in emails that tell people to contact support, and in no others', () => {
    expect(told('support@example.org')).toEqual([
      'emailChanged',
      'emailAsked',
      'passwordChanged',
      'methodAdded',
      'methodRemoved',
      'code',
    ]);
    expect(told(null)).toEqual([]);
    const naming = emails
      .filter(({ text }) => /contact support|поддержку/i.test(text))
      .map(({ name }) => name);
    expect(naming).toHaveLength(2 * 6);
  });
});

describe('emails', () => {
  it.each(emails)('$name: a title without a full stop, sentences with one', ({ subject, text }) => {
    expect(subject).not.toMatch(/[.!…]$/);
    const blocks = text
      .trim()
      .split('\n\n')
      .filter((block) => !block.startsWith('https:'));
    for (const block of blocks) expect(block).toMatch(/^[A-ZА-ЯЁ].*\.$/su);
  });

  it.each(emails)('$name: in the terms of the product', ({ language, subject, text }) => {
    expect(`${subject}\n${text}`).not.toMatch(retired[language]);
    if (language === 'ru') expect(text).not.toMatch(loose);
  });
});

describe('the demo’s news', () => {
  it.each(articles)('$name: in the terms of the product', ({ language, text }) => {
    expect(text).not.toMatch(retired[language]);
    expect(text.split('---')[2]).not.toMatch(/(?<=\p{L})'(?=\p{L})/u);
    if (language === 'ru')
      expect(text.replace(/^\d+\. .*$/gm, (line) => line.replace(/^\d+\. /, ''))).not.toMatch(loose);
  });
});

describe('problem titles', () => {
  it('say each problem in words of its own', () => {
    expect(new Set(Object.values(problemTitles)).size).toBe(problemCodes.length);
    expect(problemTitles.IDEMPOTENCY_IN_FLIGHT).toBe('Request still in progress');
    expect(problemTitles.FILE_TYPE).toBe('Unsupported file type');
    expect(problemTitles.NONCE_UNKNOWN).toBe('Login message expired');
  });

  it.each(Object.entries(problemTitles))('%s: a title in sentence case', (_, title) => {
    expect(title).toMatch(/^[A-Z]\S*(?: (?:ID|[a-z]+))*$/);
  });
});
