import { expect, test } from 'vitest';
import { readArticle } from '../../../server/news/markdown.ts';

const head = 'title: A quiet week\nsummary: Nothing broke.\nslug: a-quiet-week\ncategory: product';

function bodyOf(markdown: string) {
  const read = readArticle(`---\n${head}\n---\n\n${markdown}\n`);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value.body;
}

const paragraph = (...spans: object[]) => [{ type: 'paragraph', spans }];
const text = (value: string) => ({ type: 'text', text: value });

test('Markdown becomes blocks', () => {
  const markdown = [
    '# Big',
    '### Small',
    'A **strong** and *soft* [link](https://example.org/a?b=1&c=2) with `code`.',
    '- one\n- **two**',
    '1. first\n2. second',
    '> Said.',
    '![A chart](/news/chart.png)',
    '---',
  ].join('\n\n');
  expect(bodyOf(markdown)).toEqual([
    { type: 'heading', level: 2, spans: [text('Big')] },
    { type: 'heading', level: 3, spans: [text('Small')] },
    {
      type: 'paragraph',
      spans: [
        text('A '),
        { type: 'strong', text: 'strong' },
        text(' and '),
        { type: 'em', text: 'soft' },
        text(' '),
        { type: 'link', text: 'link', href: 'https://example.org/a?b=1&c=2' },
        text(' with code.'),
      ],
    },
    { type: 'list', ordered: false, items: [[text('one')], [{ type: 'strong', text: 'two' }]] },
    { type: 'list', ordered: true, items: [[text('first')], [text('second')]] },
    { type: 'quote', spans: [text('Said.')] },
    { type: 'image', url: '/news/chart.png', alt: 'A chart' },
  ]);
});

test.each([
  ['[win](javascript:alert(1))', paragraph(text('win'))],
  ['[win](JaVaScRiPt:alert(1))', paragraph(text('win'))],
  ['[win](data:text/html,x)', paragraph(text('win'))],
  ['[win](//evil.example)', paragraph(text('win'))],
  ['![x](javascript:alert(1))', paragraph(text('x'))],
  ['![x](http://example.org/pixel.png)', paragraph(text('x'))],
  ['![x](//evil.example/pixel.png)', paragraph(text('x'))],
  ['<script>alert(1)</script>', paragraph(text('<script>alert(1)</script>'))],
  ['a <img src=x onerror=alert(1)> b', paragraph(text('a <img src=x onerror=alert(1)> b'))],
  ['<a href="javascript:x">a</a>', paragraph(text('<a href="javascript:x">a</a>'))],
  ['5 &lt; 6 &amp; 7', paragraph(text('5 < 6 & 7'))],
  ['| a | b |\n|---|---|\n| 1 | 2 |', paragraph(text('| a | b |\n|---|---|\n| 1 | 2 |'))],
])('%s is shown harmlessly', (markdown, body) => {
  expect(bodyOf(markdown)).toEqual(body);
});

test.each([
  ['&laquo;Zesto&raquo; &mdash; &ldquo;yes&rdquo;&hellip;', '«Zesto» — “yes”…'],
  ['10&nbsp;&euro;, &frac12;, caf&eacute;, &yuml;, &numero;&thinsp;5', '10\u00a0€, ½, café, ÿ, №\u20095'],
  ['&#8212; &#x2014; &#X1F98A; &#39;', "— — 🦊 '"],
  ['&#0; &#xD800; &#x110000; &#9999999;', '\ufffd \ufffd \ufffd \ufffd'],
  ['&amp;mdash; `&mdash;` &constructor; &madeup; &mdash', '&mdash; &mdash; &constructor; &madeup; &mdash'],
])('the entities in %s are shown as what they stand for', (markdown, shown) => {
  expect(bodyOf(markdown)).toEqual(paragraph(text(shown)));
});

test('entities of a heading, of a link and of what a picture shows are resolved, too', () => {
  const markdown = [
    '## A&nbsp;**b&hellip;c**',
    '[&laquo;A&raquo;](https://example.org)',
    '![&laquo;B&raquo;](/b.png)',
  ].join('\n\n');
  expect(bodyOf(markdown)).toEqual([
    { type: 'heading', level: 2, spans: [text('A\u00a0'), { type: 'strong', text: 'b…c' }] },
    ...paragraph({ type: 'link', text: '«A»', href: 'https://example.org' }),
    { type: 'image', url: '/b.png', alt: '«B»' },
  ]);
});

test('text from right to left and signs beyond the first plane survive', () => {
  expect(bodyOf('שלום **🦊 العربية** 👩‍👩‍👧')).toEqual(
    paragraph(text('שלום '), { type: 'strong', text: '🦊 العربية' }, text(' 👩‍👩‍👧')),
  );
});

test.each([
  ['no front matter', 'Just text.', { source: 'format' }],
  ['no text', `---\n${head}\n---\n\n`, { source: 'required' }],
  ['YAML that is none', '---\n: [\n---\nText.', { '': 'format' }],
  ['a missing title', '---\nsummary: S\nslug: s\ncategory: c\n---\nText.', { title: 'required' }],
  ['a slug that is none', `---\n${head.replace('a-quiet-week', 'A week!')}\n---\nText.`, { slug: 'format' }],
  ['an unknown field', `---\n${head}\nauthor: Me\n---\nText.`, { author: 'unknown' }],
  ['a picture from nowhere', `---\n${head}\nimage: javascript:x\n---\nText.`, { image: 'format' }],
  [
    'a title of 10,000 characters',
    `---\n${head.replace('A quiet week', 'x'.repeat(10_000))}\n---\nText.`,
    { title: 'too_long' },
  ],
])('%s is refused by its name', (_, source, problem) => {
  expect(readArticle(source)).toEqual({ ok: false, problem });
});

test('YAML cannot make a small file large', () => {
  const bomb = 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]';
  expect(readArticle(`---\n${bomb}\n---\nText.`).ok).toBe(false);
});
