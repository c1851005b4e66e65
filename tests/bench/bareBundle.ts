import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/**
 * Builds the login form of `tests/bench/bare` and serves it, compressed by Brotli as the app is. `close` stops the server and removes the
 * files.
 */
export async function serveBareBundle(): Promise<{ origin: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'zesto-bare-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'bare'),
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  });
  const served = new Map<string, Buffer>();
  const server = createServer(({ url = '/' }, response) => {
    // Every address but a file's is the page's: its router decides.
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const name = extname(path) in types ? path : '/index.html';
    let body = served.get(name);
    if (!body) {
      body = brotliCompressSync(readFileSync(join(folder, name)));
      served.set(name, body);
    }
    response.writeHead(200, { 'content-type': types[extname(name)], 'content-encoding': 'br' }).end(body);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
