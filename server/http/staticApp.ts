import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pagePaths } from '../../contract/pages.ts';

interface Variant {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

interface StaticFile {
  readonly type: string;
  readonly cacheControl: string;
  /** By content coding, best first; `identity` is always present. */
  readonly variants: ReadonlyMap<string, Variant>;
}

/** The built app, in memory. */
export interface StaticApp {
  /** The contents of the page's `<style>` elements. */
  readonly inlineStyles: readonly string[];
  /** Answers a GET or HEAD, or null when the app has nothing at this path. */
  respond(request: Request, path: string): Response | null;
}

const codings = { br: '.br', gzip: '.gz' };

/** The page of a built folder, and its addresses. */
interface Pages {
  readonly file: string;
  readonly isPage: (path: string) => boolean;
  /** Whether the page itself reports an address without a screen. */
  readonly tellsMissing: boolean;
}

const appPages: Pages = { file: '/index.html', isPage: isAppPage, tellsMissing: true };

/** The operators' console is one page; the part behind `#` selects what it shows. */
export const consolePages: Pages = {
  file: '/console.html',
  isPage: (path) => path === '/',
  tellsMissing: false,
};

/**
 * Reads a folder made by `scripts/build.mjs`. Paths are looked up in the list of its files,
 * so that no path leads out of the folder.
 */
export async function loadStaticApp(
  folder: string,
  { file: pageFile, isPage, tellsMissing }: Pages = appPages,
): Promise<StaticApp> {
  const files = new Map<string, StaticFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (!entry.isFile() || path.includes('/.') || /\.(?:br|gz)$/.test(path)) continue;
    files.set(path, await loadFile(file, path));
  }
  const page = files.get(pageFile);
  if (!page) throw new Error(`${folder} has no ${pageFile.slice(1)}`);
  const html = new TextDecoder().decode(page.variants.get('identity')?.bytes);
  return {
    inlineStyles: [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? ''),
    respond(request, path) {
      const file = files.get(path);
      if (file) return respondWith(file, request);
      if (isPage(path)) return respondWith(page, request);
      return tellsMissing && isMissingPage(request, path) ? notFoundPage(page, request) : null;
    },
  };
}

async function loadFile(file: string, path: string): Promise<StaticFile> {
  const variants = new Map<string, Variant>();
  for (const [coding, suffix] of Object.entries(codings)) {
    if (existsSync(file + suffix)) variants.set(coding, variant(await readFile(file + suffix)));
  }
  variants.set('identity', variant(await readFile(file)));
  return {
    type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    // Vite puts a hash of the content into names under /assets.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    variants,
  };
}

function variant(content: Buffer): Variant {
  const bytes = new Uint8Array(content);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
};

const pagePatterns = ['/', ...Object.values(pagePaths)].map((path) => path.split('/'));

/** Whether it is the address of one of the app's screens, for browsers, link previews and health checks. */
function isAppPage(path: string): boolean {
  // Like the app's router, ignores a slash at the end and capital letters.
  const parts = (path === '/' ? path : path.replace(/\/$/, '')).toLowerCase().split('/');
  return pagePatterns.some(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index])),
  );
}

/** An unknown address gets the app, which reports it; a missing file does not. */
function isMissingPage(request: Request, path: string): boolean {
  const isFile = path.startsWith('/assets/') || path.slice(path.lastIndexOf('/') + 1).includes('.');
  const accepted = request.headers.get('accept') ?? '*/*';
  return !isFile && /text\/html|\*\/\*/.test(accepted.slice(0, longestAccept));
}

const longestAccept = 1_000;

function notFoundPage(page: StaticFile, request: Request): Response {
  const whole = new Request(request.url, {
    method: request.method,
    headers: withoutConditions(request.headers),
  });
  const { headers, body } = respondWith(page, whole);
  return new Response(body, { status: 404, headers });
}

/** A 304 would say that the page exists. */
function withoutConditions(given: Headers): Headers {
  const headers = new Headers(given);
  headers.delete('if-none-match');
  return headers;
}

function respondWith(file: StaticFile, request: Request): Response {
  const accepted = acceptedCodings(request.headers.get('accept-encoding') ?? '');
  const [coding, { bytes, etag }] = [...file.variants].find(([name]) => accepted(name)) ?? identityOf(file);
  const headers = new Headers({ etag, 'cache-control': file.cacheControl, 'content-type': file.type });
  if (file.variants.size > 1) headers.set('vary', 'Accept-Encoding');
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers });
  if (coding !== 'identity') headers.set('content-encoding', coding);
  headers.set('content-length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

function identityOf(file: StaticFile): [string, Variant] {
  const plain = file.variants.get('identity');
  if (!plain) throw new Error('a static file without its own bytes');
  return ['identity', plain];
}

function acceptedCodings(header: string): (coding: string) => boolean {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    weights.set(name, Number(weight));
  }
  return (coding) => coding === 'identity' || (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}
