import type { ServerResponse } from 'node:http';
import { html, raw } from 'hono/html';
import { plainPagePolicy } from '../http/plainPage.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#11160f;background:#f6f7f1}' +
  'article{border-top:1px solid #e1e6d9;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}' +
  'button,input{font:inherit;padding:.6rem 1rem;min-height:44px}form{margin:.5rem 0}';

interface Page {
  readonly title: string;
  readonly body: ReturnType<typeof html>;
  /** The origins that its forms may lead to. */
  readonly formTargets?: string;
}

/** A page of the demo's own, beside the app. */
export async function sendPage(
  response: ServerResponse,
  status: number,
  { title, body, formTargets = '' }: Page,
): Promise<void> {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': plainPagePolicy(style, `'self' ${formTargets}`),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  const page =
    await html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(style)}</style><h1>${title}</h1>${body}</html>`;
  response.end(String(page));
}
