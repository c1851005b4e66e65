import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Module ids, once the graph is known. */
type IdsOf = (modules: Modules) => { has(id: string): boolean };

/** Modules that name everything in their packages, almost all of it unused. */
const barrels = /\/(?:lucide-react|react-aria-components)\/dist\/(?:esm\/lucide-react|exports\/index)\.m?js$/;

const folder = (path: string) => fileURLToPath(new URL(`../../${path}/`, import.meta.url));
const ownFolders = [folder('src'), folder('contract')];
/** The modules of this project, not of packages. */
const own: IdsOf = () => ({ has: (id) => ownFolders.some((each) => id.startsWith(each)) });

const icons = /\/lucide-react\/dist\/esm\/icons\//;
/** Icons that the sign-in draws, and the wallet or the page of a token; their barrel hides them from `closure`. */
const sharedIcons = /\/lucide-react\/dist\/esm\/icons\/(?:check|eye|eye-off|minus)\.mjs$/;

const react = /\/node_modules\/(?:react|react-dom|scheduler)\//;

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
 * Puts the first pages into few files: the app, in four files that are run one after the other (`src/main.ts`); the code that signed-out and
 * signed-in pages share; the rest of the sign-in; the wallet's flows; then the code that the lists of signed-in pages share, and the icons of
 * several pages. What the other ways to sign in share with later pages comes before the wallet's flows, which they do not need. Otherwise every
 * group of pages that shares a module would get its own file. What the registration shares with the lists is a file of its own, without the
 * wallet's flows. Then comes what the parts of the wallet, the history, and the flows of money share with other pages: modules of this project,
 * which are many and small.
 * Each group contains what its modules import, or a group above it does, so no two files import each other.
 */
export function firstFiles() {
  const at = (path: string) => {
    const file = fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
    // A path that matches nothing would silently split the first pages into many files.
    if (!existsSync(file)) throw new Error(`first files: ${path} does not exist`);
    return file;
  };
  const set = (...paths: string[]): IdsOf => {
    let ids: Set<string> | undefined;
    return (modules) => (ids ??= closure(paths.map(at), modules));
  };
  const entry = set('main.ts');
  const services = set('app/wiring/services.ts');
  const machines = set('machines/appMachine.ts');
  const app = set('app/boot/startApp.tsx');
  const signIn = set('app/layouts/SignedOutLayout.tsx', 'app/pages/LoginPage.tsx');
  const wallet = set('app/pages/WalletPage.tsx', 'app/wiring/areas/wallet.ts');
  const history = set('app/pages/HistoryPage.tsx', 'app/wiring/areas/history.ts');
  const registration = set('app/pages/RegistrationPage.tsx', 'screens/registration/OriginFields.tsx');
  const signedIn = set(
    'app/layouts/SignedInLayout.tsx',
    'app/pages/WalletPage.tsx',
    'screens/portfolio/TokenScreen.tsx',
  );
  const sharedFirst: IdsOf = (modules) => ({
    has: (id) => sharedIcons.test(id) || (signIn(modules).has(id) && signedIn(modules).has(id)),
  });
  const http = set('services/core/http.ts');
  const methods = set('app/wiring/signInMethods.ts');
  const afterSignIn = set(
    'app/wiring/signedIn.ts',
    'app/wiring/areas/wallet.ts',
    'app/wiring/data.ts',
    'app/pages/HistoryPage.tsx',
    'app/wiring/areas/history.ts',
    'app/pages/PortfolioPart.tsx',
    'app/wiring/areas/portfolio.ts',
  );
  const signedInWallet = set(
    'app/layouts/SignedInLayout.tsx',
    'app/pages/WalletPage.tsx',
    'app/wiring/areas/wallet.ts',
  );
  const portfolio = set(
    'app/pages/PortfolioPart.tsx',
    'app/wiring/areas/portfolio.ts',
    'screens/portfolio/TokenScreen.tsx',
  );
  const exchange = set('app/pages/ExchangePage.tsx', 'app/wiring/areas/exchange.ts');
  const payment = set('app/pages/TransactionsPage.tsx', 'app/wiring/areas/transactions.ts');
  // What shares a few modules with the flows of money must not load all of them.
  const elsewhere = set(
    'app/pages/RegistrationPage.tsx',
    'screens/registration/OriginFields.tsx',
    'app/pages/EmptyPart.tsx',
    'app/layouts/IdleDialog.tsx',
    'app/layouts/InboxSheet.tsx',
    'app/wiring/areas/session.ts',
    'app/wiring/signInMethods.ts',
    'screens/wallet/TokenActions.tsx',
  );
  const otherThan =
    (ids: IdsOf): IdsOf =>
    (modules) => ({
      has: (id: string) => !ids(modules).has(id),
    });
  const flows = set('app/wiring/signedIn.ts', 'app/wiring/areas/wallet.ts', 'app/wiring/data.ts');
  const group = (name: string, priority: number, ...sets: readonly IdsOf[]) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (sets.every((ids) => ids(modules).has(id)) ? name : null),
    priority,
  });
  const shared = (name: string, priority: number, ...sets: readonly IdsOf[]) => ({
    ...group(name, priority, own, ...sets),
    minShareCount: 2,
    // Packages stay in files of their own: other pages need only parts of them.
    includeDependenciesRecursively: false,
  });
  const matching = (name: string, priority: number, files: RegExp) => ({
    debugName: name,
    name: (id: string) => (files.test(id) ? name : null),
    priority,
  });
  return [
    group('entry', 9, entry),
    matching('react', 8.8, react),
    group('services', 8.6, services),
    group('machines', 8.4, machines),
    group('app', 8, app),
    group('shared', 7, sharedFirst),
    group('signIn', 6, signIn),
    group('strings', 5.5, wallet, history, registration),
    { ...matching('icons', 5.2, icons), minShareCount: 2 },
    shared('resource', 5.2, methods, flows),
    shared('credentials', 5.1, methods, afterSignIn),
    group('http', 5.05, http),
    group('flows', 5, flows),
    group('lists', 4, wallet, history),
    shared('methods', 4.5, methods),
    shared('wallet', 3.5, signedInWallet),
    shared('portfolio', 3, portfolio),
    shared('history', 2.8, history),
    shared('money', 2.5, exchange, payment, otherThan(elsewhere)),
  ];
}
