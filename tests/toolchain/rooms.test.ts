import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The folders inside each top folder, lowest first: a file imports from its own folder and from those before it, so
 * there is no way up and no circle. `.` stands for the files beside the folders.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'src/machines': [
    ...['core', 'auth', 'money', 'profile', 'addressBook', 'history', 'wallet', 'analytics', 'deposit'],
    ...['news', 'support', 'kyc', 'shell', 'console', '.'],
  ],
  'src/components': ['base', 'fields', 'money', 'chart', 'shell'],
  'src/services': [
    ...['core', 'languages', 'auth', 'money', 'wallet', 'history', 'analytics', 'deposit'],
    ...['support', 'news', 'shell', 'profile', 'addressBook', 'kyc', 'console'],
  ],
  'src/console': ['core', 'areas', '.'],
  'src/app': ['devtools', 'flows', 'wiring', 'pages', 'routing', 'layouts', 'boot'],
  'src/screens': [
    ...[
      'core',
      'money',
      'login',
      'registration',
      'signInMethods',
      'wallet',
      'addToken',
      'history',
      'portfolio',
      'exchange',
    ],
    ...[
      'transactions',
      'deposit',
      'analytics',
      'news',
      'support',
      'profile',
      'addressBook',
      'kyc',
      'inbox',
      'notMe',
      'palette',
      'notFound',
      'legal',
      'console',
    ],
  ],
  server: [
    ...[
      'tracing',
      'database',
      'core',
      'topics',
      'background',
      'ledger',
      'notices',
      'accounts',
      'http',
      'email',
      'rates',
      'tokens',
      'addresses',
    ],
    ...[
      'files',
      'notifications',
      'transactions',
      'exchange',
      'kyc',
      'payments',
      'history',
      'settlement',
      'treasury',
      'wallet',
    ],
    ...[
      'analytics',
      'auth',
      'addressBook',
      'profile',
      'news',
      'support',
      'stream',
      'audit',
      'backup',
      'metrics',
      'operator',
      'command',
      '.',
      'demo',
      'cli',
    ],
  ],
};

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => name.replaceAll('\\', '/'));
}

const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '.');

/** The files of `folder` that a file of it imports, as paths inside `folder`. */
function importsOf(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\(|import)\s*'(\.{1,2}\/[^']+)'/g)].map(
    ([, path = '']) => path,
  );
  return specifiers
    .map((path) => normalize(join(folder, dirname(file), path)).replaceAll('\\', '/'))
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));
}

describe.each(Object.entries(rooms))('%s', (folder, order) => {
  const sources = sourcesIn(folder);

  it('has these folders and no others', () => {
    const found = new Set(sources.map(roomOf));
    expect([...found].sort()).toEqual([...order].sort());
  });

  it('imports from a folder’s own files and from the folders before it', () => {
    const place = (file: string) => order.indexOf(roomOf(file));
    const upwards = sources.flatMap((file) =>
      importsOf(folder, file)
        .filter((target) => place(target) > place(file))
        .map((target) => `${file} imports ${target}`),
    );
    expect(upwards).toEqual([]);
  });
});
