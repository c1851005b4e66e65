import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Modules that name everything in their packages, almost all of it unused. */
const barrels = /\/(?:lucide-react|react-aria-components)\/dist\/(?:esm\/lucide-react|exports\/index)\.m?js$/;

const icons = /\/lucide-react\/dist\/esm\/icons\//;
/** Icons that the sign-in draws, and the wallet or the page of a token; their barrel hides them from `closure`. */
const sharedIcons = /\/lucide-react\/dist\/esm\/icons\/(?:check|eye|eye-off|minus)\.mjs$/;

/** A module that only date fields use, although a barrel of the first page names it. */
const later = /\/@internationalized\/number\/dist\/private\/NumberParser\.mjs$/;

/** A module with everything that it imports, directly or not. */
function closure(from: readonly string[], modules: Modules, found = new Set<string>()): Set<string> {
  for (const id of from) {
    if (found.has(id) || barrels.test(id) || later.test(id)) continue;
    found.add(id);
    closure(modules.getModuleInfo(id)?.importedIds ?? [], modules, found);
  }
  return found;
}

/**
 * Puts the first pages into few files: the app, the code that signed-out and signed-in pages share, the rest of the sign-in; the wallet's
 * flows; then the code that the lists of signed-in pages share, and the icons of several pages. Otherwise every group of pages that shares a
 * module would get its own file. What the registration shares with the lists is a file of its own, without the wallet's flows.
 */
export function firstFiles() {
  const at = (path: string) => {
    const file = fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
    // A path that matches nothing would silently split the first pages into many files.
    if (!existsSync(file)) throw new Error(`first files: ${path} does not exist`);
    return file;
  };
  const set = (...paths: string[]) => {
    let ids: Set<string> | undefined;
    return (modules: Modules) => (ids ??= closure(paths.map(at), modules));
  };
  const entry = set('main.ts');
  const app = set('app/boot/startApp.tsx');
  const signIn = set('app/layouts/SignedOutLayout.tsx', 'app/pages/LoginPage.tsx');
  const wallet = set('app/pages/WalletPage.tsx', 'app/wiring/areas/wallet.ts');
  const history = set('app/pages/HistoryPage.tsx', 'app/wiring/areas/history.ts');
  const registration = set('app/pages/RegistrationPage.tsx');
  const signedIn = set(
    'app/layouts/SignedInLayout.tsx',
    'app/pages/WalletPage.tsx',
    'screens/portfolio/TokenScreen.tsx',
  );
  const flows = set('app/wiring/signedIn.ts', 'app/wiring/areas/wallet.ts', 'app/wiring/data.ts');
  const group = (name: string, priority: number, ...sets: ((modules: Modules) => Set<string>)[]) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (sets.every((ids) => ids(modules).has(id)) ? name : null),
    priority,
  });
  const matching = (name: string, priority: number, files: RegExp) => ({
    debugName: name,
    name: (id: string) => (files.test(id) ? name : null),
    priority,
  });
  return [
    group('entry', 9, entry),
    group('app', 8, app),
    group('shared', 7, signIn, signedIn),
    matching('sharedIcons', 6.5, sharedIcons),
    group('signIn', 6, signIn),
    group('strings', 5.5, wallet, history, registration),
    { ...matching('icons', 5.2, icons), minShareCount: 2 },
    group('flows', 5, flows),
    group('lists', 4, wallet, history),
  ];
}
