import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Answers `{ path }`, or `{ problem }`: one sentence that says what to do. Installs Debian's package if it may. */
export function findOrInstallChromium() {
  const found = places.find((place) => place && existsSync(place));
  if (found) return { path: found };
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Chromium is missing: installing Debian’s package …');
    spawnSync('sh', ['-c', 'apt-get update -q && apt-get install -y -q --no-install-recommends chromium'], {
      stdio: 'inherit',
    });
    if (existsSync('/usr/bin/chromium')) return { path: '/usr/bin/chromium' };
  }
  return {
    problem:
      'They need Chromium or Chrome: install it, or name its program in CHROMIUM_PATH, and run npm test again.',
  };
}
