import { webAppBase } from '../contract/call.ts';
import { fallbackWords } from './app/boot/fallbackWords.ts';
import { likelyAddress, partsOf } from './app/boot/parts.ts';
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
void painted().then(() => {
  const { page, layout } = likelyAddress(token !== null);
  partsOf(page, layout, (namespaces) => requestEarly(language, namespaces)).catch(() => {});
  if (token !== null) import('./services/core/http.ts').catch(() => {});
  start().catch(tellFailure);
});

/** The files that the app is made of (scripts/vite/chunks.ts), in the order in which they import each other. */
const files = [
  () => import('react-dom/client'),
  () => import('./app/wiring/services.ts'),
  () => import('./machines/appMachine.ts'),
];

async function start(): Promise<void> {
  // They load together. Running all of them at once would be a long task, and so would running the app right after its file.
  for (const file of files) {
    await file();
    await yieldToInput();
  }
  const { startApp } = await import('./app/boot/startApp.tsx');
  await yieldToInput();
  const root = document.getElementById('root');
  if (root) await startApp(root, origin);
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
