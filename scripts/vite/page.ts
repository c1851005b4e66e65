import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { brand } from '../../src/brand.ts';

/** Writes the brand into the page, which is shown before the app's code has loaded. */
export function branded(): Plugin {
  return {
    name: 'zesto-branded',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replaceAll('%NAME%', brand.name)
          .replaceAll('%WORDMARK%', brand.wordmark)
          .replaceAll('__ACCENT__', brand.accent.zest[0]),
    },
  };
}

/** Names the app's code and styles in the page, so that they load before its first script runs. */
export function preloadApp(): Plugin {
  return {
    name: 'zesto-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunkWith = (path: string) => {
          const chunk = Object.values(bundle).find(
            (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(path)),
          );
          if (chunk?.type !== 'chunk') throw new Error(`${path} is in no chunk`);
          return chunk;
        };
        const start = chunkWith('/src/app/boot/startApp.tsx');
        const entry = chunkWith('/src/main.ts').fileName;
        const scripts = [start.fileName, ...start.imports].filter((name) => name !== entry);
        const styles = [...(start.viteMetadata?.importedCss ?? [])];
        // The shell comes first.
        const link = { crossorigin: true, fetchpriority: 'low' };
        return [
          ...scripts.map((name) => ({ rel: 'modulepreload', href: `/${name}`, ...link })),
          ...styles.map((name) => ({ rel: 'preload', as: 'style', href: `/${name}`, ...link })),
        ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }));
      },
    },
  };
}

/**
 * Adds the hashes of scripts and styles to the page (Subresource Integrity), so that a file that was changed on its way, or in a cache, is not
 * run. Computed from the written files, after every other plugin.
 */
export function pageIntegrity(): Plugin {
  return {
    name: 'zesto-page-integrity',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const name = Object.keys(bundle).find((file) => file.endsWith('.html'));
        if (name === undefined) return;
        const page = join(dir, name);
        let html = await readFile(page, 'utf8');
        // Not for styles that are only preloaded: a later request for the style has no hash, so the browser would load it twice.
        const tags =
          /<(?:script|link rel="(?:modulepreload|stylesheet)")[^>]*(?:src|href)="(\/assets\/[^"]+)"/g;
        for (const [tag, file = ''] of html.matchAll(tags)) {
          const hash = createHash('sha384')
            .update(await readFile(join(dir, file)))
            .digest('base64');
          html = html.replace(tag, `${tag} integrity="sha384-${hash}"`);
        }
        await writeFile(page, html);
      },
    },
  };
}
