import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import sharp from 'sharp';
import { build, type Plugin } from 'vite';
import { brand } from '../../src/brand.ts';
import { brandIcon, type IconShape } from '../../src/brandIcon.ts';

const pictures: readonly { name: string; size: number; shape: IconShape }[] = [
  { name: 'icon-192.png', size: 192, shape: 'rounded' },
  { name: 'icon-512.png', size: 512, shape: 'rounded' },
  { name: 'icon-maskable-512.png', size: 512, shape: 'maskable' },
  { name: 'apple-touch-icon.png', size: 180, shape: 'maskable' },
];

/** The product's icons, drawn from the brand, so that a white label needs no files for them. */
export function icons(): Plugin {
  const favicon = 'favicon.svg';
  return {
    name: 'zesto-icons',
    configureServer(vite) {
      vite.middlewares.use(`/${favicon}`, (_, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(brandIcon('rounded'));
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: favicon, source: brandIcon('rounded') });
      for (const { name, size, shape } of pictures) {
        const source = await sharp(Buffer.from(brandIcon(shape)), { density: (72 * size) / 32 })
          .resize(size, size)
          .png()
          .toBuffer();
        this.emitFile({ type: 'asset', fileName: name, source });
      }
    },
  };
}

const manifest = {
  id: '/',
  name: `${brand.name} Crypto Wallet`,
  short_name: brand.name,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f7f1',
  theme_color: '#f6f7f1',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** The files that an app without a connection needs; its pictures are the system's, which has copied them. */
const kept = /\.(?:html|js|css|json|svg|woff2|webmanifest)$/;

/**
 * The manifest, and `src/services/shell/shellWorker.ts` behind the list of the files that it stores. The app registers the worker itself,
 * because the policy of trusted types names who may.
 */
export function offline(): Plugin {
  const fileName = 'manifest.webmanifest';
  return {
    name: 'zesto-offline',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${fileName}` }, injectTo: 'head' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(manifest) });
    },
    // The page is complete when `pageIntegrity` has changed it.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const list = `self.builtFiles = ${JSON.stringify(await builtFiles(dir))};\n`;
        await writeFile(join(dir, 'shellWorker.js'), list + (await compiledWorker()));
      },
    },
  };
}

/** The files of a build by their path in it, in one order. `revision` is null for a file whose name changes with its content. */
async function builtFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true });
  const urls = entries
    .map((path) => path.split(sep).join('/'))
    .filter((url) => kept.test(url) && !url.startsWith('.'))
    .sort();
  return Promise.all(
    urls.map(async (url) => ({
      url,
      revision: url.startsWith('assets/') ? null : hashOf(await readFile(join(folder, url))),
    })),
  );
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

async function compiledWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: 'src/services/shell/shellWorker.ts', output: { format: 'iife' } },
    },
  });
  const [code] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (code?.type !== 'chunk') throw new Error('src/services/shell/shellWorker.ts was not compiled');
  return code.code;
}
