import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** They name everything that their packages have, of which almost nothing is used. */
const barrels = /\/(?:lucide-react|react-aria-components)\/dist\/(?:esm\/lucide-react|exports\/index)\.m?js$/;

/** Named by a barrel that the first page needs, and used by date fields alone. */
const later = /\/@internationalized\/number\/dist\/private\/NumberParser\.mjs$/;

/** Everything that is loaded with a module: what it imports, and what that imports. */
function closure(from: readonly string[], modules: Modules, found = new Set<string>()): Set<string> {
  for (const id of from) {
    if (found.has(id) || barrels.test(id) || later.test(id)) continue;
    found.add(id);
    closure(modules.getModuleInfo(id)?.importedIds ?? [], modules, found);
  }
  return found;
}

/**
 * The first pages come in few files: the app, what signed-out and signed-in pages share, the rest of the sign-in; the flows of the wallet; then
 * what the lists of the signed-in app share. Left alone, every set of pages that share a module would be a file of its own.
 */
export function firstFiles() {
  const at = (path: string) => {
    const file = fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
    // A path that names nothing would quietly split the first pages into many files.
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
  const signedIn = set('app/layouts/SignedInLayout.tsx', 'app/pages/WalletPage.tsx');
  const flows = set('app/wiring/signedIn.ts', 'app/wiring/areas/wallet.ts', 'app/wiring/data.ts');
  const group = (name: string, priority: number, ...sets: ((modules: Modules) => Set<string>)[]) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (sets.every((ids) => ids(modules).has(id)) ? name : null),
    priority,
  });
  return [
    group('entry', 9, entry),
    group('app', 8, app),
    group('shared', 7, signIn, signedIn),
    group('signIn', 6, signIn),
    group('flows', 5, flows),
    group('lists', 4, wallet, history),
  ];
}
