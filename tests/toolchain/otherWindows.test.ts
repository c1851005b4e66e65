import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

/** `file: match` for each match in the sources. */
const found = (pattern: RegExp, sources = sourcesIn('src')) =>
  sources.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([match]) => `${name}: ${match}`));

test('the app leaves itself for an identity provider alone, and goes to no other address by code', () => {
  expect(
    found(
      /(?<!const )\blocation\.(?:assign|replace)\(|(?<!const )\blocation(?:\.href)? = |\bwindow\.open\(/g,
    ).toSorted(),
  ).toEqual([
    // Its own login page.
    'app/wiring/leaveClosedAccount.ts: location.replace(',
    // The address is the server's setting, which it has read from the provider itself.
    'services/auth/identityProvider.ts: location.assign(',
  ]);
});

test('no window listens to messages of others: those that are read come from workers and channels of this origin', () => {
  const listening = found(/(?:[\w?]+\.)?addEventListener\(\s*'message'|\b(?:\w+\.)?onmessage\b/g);
  expect(listening.toSorted()).toEqual([
    'app/devtools/inspector.ts: channel.onmessage',
    'app/flows/main.tsx: channel.onmessage',
    "services/auth/captchaWorker.ts: self.addEventListener('message'",
    "services/auth/solveCaptcha.ts: worker.addEventListener('message'",
    "services/core/session.ts: tabs?.addEventListener('message'",
    "services/money/balanceChannel.ts: channel?.addEventListener('message'",
    "services/shell/shellWorker.ts: self.addEventListener('message'",
  ]);
  expect(found(/\b(?:opener|parent|top|frames)\.postMessage\(/g)).toEqual([]);
});

test('the server redirects nobody; in the demo its identity provider does, which has a port of its own', () => {
  const server = sourcesIn('server').filter(({ name }) => name !== 'demo/identityProvider.ts');
  expect(server.length).toBeGreaterThan(200);
  expect(found(/\.redirect\(|\blocation['"]?: |['"]location['"]|\bstatus: 30[12378]\b/gi, server)).toEqual(
    [],
  );
});
