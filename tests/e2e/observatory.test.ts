import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

/*
 * The scores of MDN's HTTP Observatory, by its own tests and table (github.com/mdn/mdn-http-observatory, src/analyzer/tests/ and
 * src/grader/charts.js, as of 2026; developer.mozilla.org/en-US/observatory/docs/tests_and_scoring), for what this server answers behind a proxy
 * that speaks TLS. Each rule tells the best result, which the server must have, or a penalty that is none of the table's: worse than
 * any. Bonuses count from 90 points on.
 *
 * The most that can be had is 145. Five points are for a domain on the browsers' list (hstspreload.org), which its owner asks for;
 * five are for cookies, of which the page sets none. The redirection from http, and the certificate, are the proxy's.
 */
const penalty = -100;

interface Page {
  readonly headers: Headers;
  readonly html: string;
}

function directives({ headers }: Page): Map<string, readonly string[]> {
  const header = headers.get('content-security-policy') ?? '';
  return new Map(
    header.split(';').map((text) => {
      const [name = '', ...sources] = text.trim().split(/ +/);
      return [name, sources];
    }),
  );
}

const rules: Record<string, (page: Page) => number> = {
  /** csp-implemented-with-no-unsafe-default-src-none */
  'content-security-policy': (page) => {
    const csp = directives(page);
    const broad = /^(?:'unsafe-|\*$|(?:https?|ftp):(?:\/\/\*.*)?$)/;
    const passive = ['img-src', 'media-src'];
    const unsafe = [...csp].filter(([name, sources]) =>
      sources.some(
        (source) =>
          broad.test(source) ||
          /^(?:http|ftp):/.test(source) ||
          (source === 'data:' && !passive.includes(name)),
      ),
    );
    return unsafe.length === 0 && csp.get('default-src')?.join() === "'none'" ? 10 : penalty;
  },
  /** cookies-not-found */
  cookies: ({ headers }) => (headers.getSetCookie().length === 0 ? 0 : penalty),
  'cross-origin-resource-sharing': ({ headers }) =>
    headers.has('access-control-allow-origin') ? penalty : 0,
  /** corp-implemented-with-same-origin */
  'cross-origin-resource-policy': ({ headers }) =>
    headers.get('cross-origin-resource-policy') === 'same-origin' ? 10 : penalty,
  /** referrer-policy-private */
  'referrer-policy': ({ headers }) => (headers.get('referrer-policy') === 'no-referrer' ? 5 : penalty),
  /** hsts-implemented-max-age-at-least-six-months */
  'strict-transport-security': ({ headers }) => {
    const [, age] = /^max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? [];
    return Number(age) >= 15_768_000 ? 0 : penalty;
  },
  /** sri-implemented-and-all-scripts-loaded-securely */
  'subresource-integrity': ({ html }) => {
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    const isSound = (tag: string) =>
      /\bsrc="\/(?!\/)/.test(tag) && /\bintegrity="sha(?:256|384|512)-/.test(tag);
    return scripts.length > 0 && scripts.every(isSound) ? 5 : penalty;
  },
  'x-content-type-options': ({ headers }) =>
    headers.get('x-content-type-options') === 'nosniff' ? 0 : penalty,
  /** x-frame-options-implemented-via-csp */
  'x-frame-options': (page) => (directives(page).get('frame-ancestors')?.join() === "'none'" ? 5 : penalty),
};

const scoreOf = (page: Page) => Object.values(rules).reduce((score, rule) => score + rule(page), 100);

let served: ServedBuild;

beforeAll(async () => {
  served = await serveBuild({
    settings: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://wallet.example.com',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      HSTS: 'preload',
    },
  });
});
afterAll(() => served?.remove());

test.each(['/', '/auth/login', '/auth/registration', '/wallet', '/nothing/here'])(
  'the page %s has 135 points of 145, and 140 once its domain is on the list of the browsers',
  async (path) => {
    const answer = await fetch(`${served.origin}${path}`, {
      headers: { accept: 'text/html', 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' },
    });
    const page = { headers: answer.headers, html: await answer.text() };
    const points = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule(page)]));
    expect(scoreOf(page), JSON.stringify(points)).toBe(135);
    // hsts-preloaded: what the list wants of the header (hstspreload.org, submission requirements).
    const transport = answer.headers.get('strict-transport-security')?.split('; ') ?? [];
    expect(Number(transport[0]?.replace('max-age=', ''))).toBeGreaterThanOrEqual(31_536_000);
    expect(transport.slice(1)).toEqual(['includeSubDomains', 'preload']);
    const preloaded = 5;
    expect(scoreOf(page) + preloaded).toBe(140);
  },
);
