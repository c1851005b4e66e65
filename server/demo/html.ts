import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#11160f;background:#f6f7f1}' +
  'article{border-top:1px solid #e1e6d9;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}' +
  'button,input{font:inherit;padding:.6rem 1rem;min-height:44px}form{margin:.5rem 0}';

const policy = (formTargets: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action 'self' ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A page of the demo's own, beside the app. `body` is HTML; `formTargets` are the origins that its forms may lead to. */
export function sendPage(
  response: ServerResponse,
  status: number,
  { title, body, formTargets = '' }: { title: string; body: string; formTargets?: string },
) {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(formTargets),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1>${body}</html>`,
  );
}

export function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (char) => names[char] ?? char);
}
