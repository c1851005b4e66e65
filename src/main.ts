import { webAppBase } from '../contract/call.ts';
import { fallbackWords } from './app/boot/fallbackWords.ts';
import { codeOf, likelyAddress, textsOf } from './app/boot/parts.ts';
import { readEarly } from './services/core/earlyReads.ts';
import { painted, yieldToInput } from './services/core/paint.ts';
import { tokenKey } from './services/core/sessionKeys.ts';
import { createLocalStore } from './services/core/storage.ts';
import { detectLanguage, languageKey, requestEarly } from './services/languages/languageFiles.ts';
import { applyTheme, readPreferences } from './services/shell/preferences.ts';

// The entry is small: it paints the page and requests everything that the first page needs, in parallel.
const store = createLocalStore();
const language = detectLanguage(store.read(languageKey));
document.documentElement.lang = language;
applyTheme(readPreferences(store).theme);
const origin = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '');
const token = store.read(tokenKey);
if (token !== null) readEarly(`${origin}${webAppBase}`, token);

// Waits for the first paint, so that the page is visible before the app occupies the main thread.
void painted().then(() => start().catch(tellFailure));

async function start(): Promise<void> {
  const { page, layout } = likelyAddress(token !== null);
  requestEarly(language, textsOf(page)).catch(() => {});
  const app = runApp();
  // The page's code imports the app's: if it came first, all of it would be run in one long task. On a slow network it is not waited for.
  await Promise.race([app, new Promise((resolve) => setTimeout(resolve, 300))]);
  codeOf(page, layout).catch(() => {});
  if (token !== null) import('./services/core/http.ts').catch(() => {});
  const { startApp } = await app;
  const root = document.getElementById('root');
  if (root) await startApp(root, origin);
}

/** Runs the app's files, which load together, each in a task of its own (scripts/vite/chunks.ts). */
async function runApp() {
  await import('react-dom/client');
  await yieldToInput();
  await import('./app/wiring/services.ts');
  await yieldToInput();
  await import('./machines/appMachine.ts');
  await yieldToInput();
  const app = await import('./app/boot/startApp.tsx');
  await yieldToInput();
  return app;
}

/** Shows the failure without the app's code, which did not load. */
function tellFailure(): void {
  const { title, text, reload } = fallbackWords();
  const notice = document.createElement('div');
  const button = document.createElement('button');
  notice.role = 'alert';
  notice.append(
    ...[title, text].map((words) => Object.assign(document.createElement('p'), { textContent: words })),
  );
  button.textContent = reload;
  button.onclick = () => window.location.reload();
  notice.append(button);
  document.getElementById('shell')?.append(notice);
}
