import { fallbackWords } from './app/boot/fallbackWords.ts';
import { type LayoutName, partsOf } from './app/boot/parts.ts';
import { type Page, pages } from './app/routing/pages.ts';
import type { PageName } from './app/wiring/pageProps.ts';
import { painted } from './app/wiring/painted.ts';
import { tokenKey } from './services/core/sessionKeys.ts';
import { createLocalStore } from './services/core/storage.ts';
import { detectLanguage, languageKey, requestEarly } from './services/languages/languageFiles.ts';
import { applyTheme, readPreferences } from './services/shell/preferences.ts';

// The entry is small on purpose: it paints, and asks for everything that the first page will need, all at once.
const store = createLocalStore();
const language = detectLanguage(store.read(languageKey));
document.documentElement.lang = language;
applyTheme(readPreferences(store).theme);

// The shell is on the screen before the app takes the thread.
void painted().then(() => {
  const [page, layout] = likelyPage();
  partsOf(page, layout, (namespaces) => requestEarly(language, namespaces)).catch(() => {});
  start().catch(tellFailure);
});

async function start(): Promise<void> {
  const { startApp } = await import('./app/boot/startApp.tsx');
  // Reading the code and running it are two long tasks: a person may act between them.
  await new Promise((resolve) => setTimeout(resolve));
  const root = document.getElementById('root');
  if (root) await startApp(root, (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, ''));
}

function likelyPage(): [PageName, LayoutName] {
  const isSignedIn = store.read(tokenKey) !== null;
  const [name, page] =
    (Object.entries(pages) as [PageName, Page][]).find(
      ([, { pattern }]) => pattern === window.location.pathname,
    ) ?? [];
  if (isSignedIn) return [name && page?.access === 'signedIn' ? name : 'wallet', 'signedIn'];
  return [name === 'registration' ? name : 'login', 'signedOut'];
}

/** Without its code there is no app to say so. */
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
