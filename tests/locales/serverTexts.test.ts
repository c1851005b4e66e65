import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { securityOccasions } from '../../contract/occasions.ts';
import { problemCodes } from '../../contract/problems.ts';
import { stepUpActions } from '../../contract/stepUp.ts';
import { problemTitles } from '../../server/core/problemTitles.ts';
import { askedEmail, codeEmail, noticeEmail, reportedBy } from '../../server/email/templates.ts';

const asked = ['confirm', 'reset', 'known', 'code', 'accountClosed'] as const;
const notices = [
  ...securityOccasions,
  ...(['kycApproved', 'kycRejected', 'recoveryLink', 'recoveryReady'] as const),
];

const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const purposes = [
  ...stepUpActions.map((action) => ({ action })),
  ...(['send', 'withdraw'] as const).map((kind) => ({ kind, amount: '60.5', token: 'USDT', to })),
];
const at = new Date('2026-11-22T13:05:00Z');
const common = { to: 'nora@example.org', support: null, phrase: 'Лимон+мята 7' };
const notMe = 'https://example.org/not-me#token=x';

const emails = (['en', 'ru'] as const).flatMap((language) => [
  ...asked.map((occasion) => {
    const link = 'https://example.org/#link';
    return {
      name: `${occasion}, ${language}`,
      language,
      ...askedEmail(occasion, { ...common, language, link }),
    };
  }),
  ...purposes.map((purpose) => ({
    name: `code for ${Object.values(purpose)[0]}, ${language}`,
    language,
    ...codeEmail(purpose, { ...common, language, link: 'https://example.org/#link' }),
  })),
  ...notices.map((occasion) => {
    const facts = {
      amount: { decimal: '86.4', token: 'USDT' },
      detail: 'Firefox · Linux, 203.0.x.x',
      at,
      until: at,
    };
    const reader = { ...common, language, notMe: reportedBy(occasion) && notMe, facts };
    return { name: `${occasion}, ${language}`, language, ...noticeEmail(occasion, reader) };
  }),
]);

const newsFolder = join(import.meta.dirname, '../../server/demo/news');
const articles = readdirSync(newsFolder).map((name) => ({
  name,
  language: name.endsWith('.ru.md') ? ('ru' as const) : ('en' as const),
  text: readFileSync(join(newsFolder, name), 'utf8'),
}));

/** Words that have a better one, in the language of the market. */
const retired = {
  en: /\b(letter|sign(ed|s)? (in|out)|money|somebody|payments?|provider|mailbox|second factors?)\b|could not be|n’t be (loaded|made)/i,
  ru: /котировк|платёж|платеж|провайдер|деньг|наружу|контрагент|алерт|тикет|счёт|счета|знак(а|ов)\b|предложени|каталог|втор(ой|ого|ому|ым|ые|ых)[ \u00a0]фактор/i,
};

/** Russian keeps a short word, a dash and a number together with the word next to them. Word boundaries of `\b` know no Cyrillic. */
const loose = /(?<![\p{L}\p{N}])[вкосуиаВКОСУИА] \S| [—–]|\d [а-яё]/u;

describe('the public address of support', () => {
  it('stands in emails that tell of what may have been somebody else, and in no others', () => {
    const support = 'support@example.org';
    const facts = { amount: null, detail: null, at };
    const told = [
      ...asked.filter((occasion) =>
        askedEmail(occasion, { ...common, support, language: 'en', link: null }).text.includes(support),
      ),
      ...notices.filter((occasion) =>
        noticeEmail(occasion, { ...common, support, language: 'en', notMe, facts }).text.includes(support),
      ),
    ];
    expect(told).toEqual([
      'code',
      'accountClosed',
      ...securityOccasions,
      ...['kycApproved', 'kycRejected', 'recoveryLink', 'recoveryReady'],
    ]);
    const naming = emails.filter(({ text }) => /contact support|напишите в\sподдержку/i.test(text));
    expect(naming.map(({ name }) => name)).toEqual(
      emails.map(({ name }) => name).filter((name) => /^(?:code|accountClosed)[, ]/.test(name)),
    );
  });
});

describe('an email in both languages', () => {
  it('says everything twice, the support address once', () => {
    const facts = { amount: null, detail: null, at };
    const { subject, text } = noticeEmail('newDevice', {
      ...common,
      ...{ support: 'support@example.org', language: null, notMe, facts },
    });
    expect(subject.replace(/\u00a0/g, ' ')).toBe('Zesto: New device logged in / Вход с нового устройства');
    expect(text.split(notMe)).toHaveLength(3);
    expect(text.split('Лимон+мята 7')).toHaveLength(3);
    expect(text.split('support@example.org')).toHaveLength(2);
    expect(text.replace(/\u00a0/g, ' ')).toContain('Time: 22 November 2026 at 13:05 UTC.');
    expect(text.replace(/\u00a0/g, ' ')).toContain('Время: 22 ноября 2026 г. в 13:05 UTC.');
  });
});

describe('emails', () => {
  it.each(emails)('$name: a title without a full stop, sentences with one', ({ subject, text }) => {
    expect(subject).not.toMatch(/[.!…]$/);
    const blocks = text
      .trim()
      .split('\n\n')
      .filter((block) => !block.startsWith('https:'));
    // A colon announces what the email asks to open or names on its next line.
    for (const block of blocks) expect(block).toMatch(/^[A-ZА-ЯЁ].*[.:]$/su);
  });

  it.each(emails)('$name: in the terms of the product', ({ language, subject, text }) => {
    expect(`${subject}\n${text}`).not.toMatch(retired[language]);
    if (language === 'ru') expect(text).not.toMatch(loose);
  });
});

it('the email about an amount prints it in its language', () => {
  const said = { en: 'Amount: 86.40 USDT.', ru: 'Сумма: 86,40 USDT.' };
  const about = emails.filter(({ text }) => text.includes('203.0.x.x'));
  expect(about).toHaveLength(2 * notices.length);
  for (const { language, text } of about) expect(text).toContain(said[language]);
});

describe('the email with a code', () => {
  it('says for each purpose something else, and for a payment its amount, token and address', () => {
    for (const language of ['en', 'ru'] as const) {
      const texts = purposes.map(
        (purpose) => codeEmail(purpose, { ...common, language, link: '123456' }).text,
      );
      expect(new Set(texts).size).toBe(purposes.length);
      for (const text of texts.slice(-2)) expect(text).toMatch(new RegExp(`60[.,]50\\sUSDT.* ?${to}`));
    }
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
