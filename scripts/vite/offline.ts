import sharp from 'sharp';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
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

/**
 * The manifest, and `src/services/shell/shellWorker.ts` with the list of the files that it stores. The app registers the worker itself,
 * because the policy of trusted types names who may.
 */
export function offline() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/services/shell',
    filename: 'shellWorker.ts',
    injectRegister: false,
    manifest: {
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
    },
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,json,svg,woff2}'],
      rollupFormat: 'iife',
    },
  });
}
