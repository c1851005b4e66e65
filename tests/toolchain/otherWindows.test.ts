import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, 'utf8') }));

/** `file: match` for each match in the sources. */
const found = (pattern: RegExp) =>
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
