import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { html, raw } from 'hono/html';
import { brandName } from '../../contract/brand.ts';
import { plainPagePolicy } from '../http/plainPage.ts';

const packages = createRequire(import.meta.url);

/** The app's font, embedded in the page, because these pages have servers of their own without the app's files. */
const fontsOf = () =>
  [
    { subset: 'latin', range: 'U+0000-00FF,U+2000-206F' },
    { subset: 'cyrillic', range: 'U+0400-045F' },
  ]
    .map(({ subset, range }) => {
      const file = packages.resolve(`@fontsource-variable/onest/files/onest-${subset}-wght-normal.woff2`);
      const bytes = readFileSync(file).toString('base64');
      return `@font-face{font-family:Onest;font-weight:100 900;src:url(data:font/woff2;base64,${bytes}) format("woff2");unicode-range:${range}}`;
    })
    .join('');

/** Built with the first page, because every server loads this file but only a demo uses it. */
let made: string | undefined;
const styleOf = () => `${fontsOf()}
:root{color-scheme:light dark;--paper:light-dark(#f6f7f1,#0c100b);--surface:light-dark(#fff,#131812);--ink:light-dark(#11160f,#edf2e7);--muted:light-dark(#566152,#a3ae9d);--line:light-dark(#e1e6d9,#263022);--edge:light-dark(#7d8877,#6f7a69);--zest:light-dark(#c4ee2b,#cbf43c)}
*{box-sizing:border-box}
body{font:16px/1.5 Onest,system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
header{padding:.875rem 1rem;border-bottom:1px solid var(--line);font-size:1.25rem;font-weight:700;letter-spacing:-.025em;text-transform:lowercase}
header i{display:inline-block;width:.5rem;height:.5rem;margin-left:.25rem;border-radius:50%;background:var(--zest);box-shadow:0 0 0 1px #11160f4d}
main{max-width:40rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.75rem;line-height:2.125rem;margin:0 0 1rem}
h2{font-size:1.25rem;line-height:1.75rem;margin:0}
p{margin:0 0 1rem}
article{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:1rem;margin:0 0 1rem}
article p{color:var(--muted);font-size:.875rem;margin:.25rem 0 .75rem}
pre{white-space:pre-wrap;font:inherit;margin:0}
a{color:light-dark(#47660a,#cbf43c);text-underline-offset:4px}
form{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 .75rem}
button,input:not([type=hidden]){font:inherit;min-height:2.75rem;padding:.5rem 1rem;border:1px solid var(--edge);border-radius:6px;background:var(--surface);color:inherit}
input:not([type=hidden]){flex:1;min-width:0}
button{flex:1;font-weight:500;cursor:pointer}
button:hover{border-color:var(--ink)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;

interface Page {
  readonly title: string;
  readonly body: ReturnType<typeof html>;
  /** The origins to which its forms may lead. */
  readonly formTargets?: string;
}

/** Sends a page of the demo's own servers. */
export async function sendPage(
  response: ServerResponse,
  status: number,
  { title, body, formTargets = '' }: Page,
): Promise<void> {
  made ??= styleOf();
  const style = made;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${plainPagePolicy(style, `'self' ${formTargets}`)}; font-src data:`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  const page =
    await html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(style)}</style><header><span translate="no">${brandName}</span><i></i></header><main><h1>${title}</h1>${body}</main></html>`;
  response.end(String(page));
}
