import { CallError, unanswered } from '../../../contract/failure.ts';
import { paymentFlows, savedDialogFlow, tabDraftsFlow } from '../../machines/core/savedFlow.ts';
import { type Auth, createAuth } from '../../services/auth/auth.ts';
import { type AuthCallbacks, createAuthCallbacks } from '../../services/auth/authCallbacks.ts';
import type { Captcha, CaptchaChange } from '../../services/auth/captcha.ts';
import { createStepUpProofs, type StepUpProofs } from '../../services/auth/stepUpProofs.ts';
import { type Clock, createClock } from '../../services/core/clock.ts';
import { createDrafts, type Drafts } from '../../services/core/drafts.ts';
import type { FetchFile, Http, OpenStream } from '../../services/core/http.ts';
import { makeKey } from '../../services/core/keys.ts';
import { createSavedFlows, type SavedFlows } from '../../services/core/savedFlows.ts';
import { createSessionStore, type SessionStore } from '../../services/core/session.ts';
import { lastReadKey } from '../../services/core/sessionKeys.ts';
import { createLocalStore, type KeyValueStore } from '../../services/core/storage.ts';
import { createLanguages, type Languages } from '../../services/languages/languages.ts';
import { type BalanceChannel, createBalanceChannel } from '../../services/money/balanceChannel.ts';
import type { Data } from './data.ts';
import { createFlowTrace, type FlowTrace } from './flowTrace.ts';

/** Everything outside the app that it uses. */
export interface Services {
  readonly store: KeyValueStore;
  readonly drafts: Drafts;
  /** Like `drafts`, for the login form. */
  readonly loginDrafts: Drafts;
  readonly records: SavedFlows;
  readonly balanceChannel: BalanceChannel;
  readonly steps: FlowTrace;
  readonly authCallbacks: AuthCallbacks;
  readonly proofs: StepUpProofs;
  makeKey(): string;
  readonly clock: Clock;
  readonly session: SessionStore;
  readonly auth: Auth;
  readonly languages: Languages;
  /** Loaded on demand, like `data`. */
  captcha(): Promise<Captcha>;
  /** Receives the progress of captchas. Returns a function that stops this. */
  watchCaptcha(hear: (change: CaptchaChange) => void): () => void;
  /** Loaded on demand, once. Rejects with NETWORK when its code cannot be loaded. */
  readonly data: Once<Data>;
  /** Calls the server; its code loads with the first call. Calls that move money go through `deviceKeysOf` (deviceKeys.ts). */
  readonly http: Http;
  /** Like `http`, for streams. */
  readonly openStream: OpenStream;
  /** Like `http`, for stored files. */
  readonly fetchFile: FetchFile;
  /** Loads the code of the first call in advance. */
  prepare(): void;
  /** Marks all cached data as outdated, if the cache has loaded. */
  outdateData(): void;
  /** Empties the caches and their stored data in this browser. */
  forgetData(): void;
  /** Ends what listens to the browser: other tabs, and the address. */
  close(): void;
}

/** `origin` is the server's host; empty for the app's own. */
export function createServices(origin: string): Services {
  const store = createLocalStore();
  const clock = createClock();
  const steps = createFlowTrace(clock);
  const proofs = createStepUpProofs(clock);
  const session = createSessionStore(store);
  const loadHttp = once(async () => {
    const { createDownloads, createHttp, createStreams } = await import('../../services/core/http.ts');
    const ports = { origin, session, clock };
    return { call: createHttp(ports), open: createStreams(ports), fetchFile: createDownloads(ports) };
  });
  const http: Http = async (call, options) => (await loadHttp()).call(call, options);
  const captchaWatchers = new Set<(change: CaptchaChange) => void>();
  const tellCaptcha = (change: CaptchaChange) => {
    for (const hear of [...captchaWatchers]) hear(change);
  };
  const loadCaptcha = once(async () => {
    const [{ createCaptcha }, { solveCaptcha }] = await Promise.all([
      import('../../services/auth/captcha.ts'),
      import('../../services/auth/solveCaptcha.ts'),
    ]);
    return createCaptcha(http, clock, solveCaptcha, tellCaptcha);
  });
  const data = once(async () => (await import('./data.ts')).createData({ http, clock, store, session }));

  // A cache that has not loaded is empty; one that is loading is changed once it has loaded.
  const whereRead = (change: (read: Data) => void) => void data.started()?.then(change, () => {});
  const forgetData = () => {
    steps.forget();
    proofs.clear();
    store.remove(lastReadKey);
    whereRead(({ clear }) => clear());
  };
  // The session changed hands or ended, so the next person must not see its data.
  session.subscribe(({ type }) => type !== 'extended' && forgetData());

  const balanceChannel = createBalanceChannel();
  const authCallbacks = createAuthCallbacks();

  return {
    store,
    drafts: createDrafts(),
    loginDrafts: createDrafts(undefined, 'login_draft'),
    records: createSavedFlows(store, session, paymentFlows, {
      // A person returns from the identity provider in the tab that left; a reload comes back to the drafts of its tab.
      flows: [savedDialogFlow, tabDraftsFlow],
      store: createLocalStore(() => window.sessionStorage),
    }),
    balanceChannel,
    steps,
    authCallbacks,
    proofs,
    makeKey,
    clock,
    session,
    auth: createAuth(http, async () => (await loadCaptcha()).take()),
    captcha: loadCaptcha,
    watchCaptcha(hear) {
      captchaWatchers.add(hear);
      return () => captchaWatchers.delete(hear);
    },
    languages: createLanguages(),
    data,
    http,
    openStream: async (call, options) => (await loadHttp()).open(call, options),
    fetchFile: async (call, options) => (await loadHttp()).fetchFile(call, options),
    prepare() {
      loadHttp().catch(() => {});
      data().catch(() => {});
    },
    outdateData: () => whereRead(({ outdate }) => outdate()),
    forgetData,
    close() {
      session.close();
      balanceChannel.close();
      authCallbacks.close();
    },
  };
}

/** A value loaded on demand; `started` is null before the first request. */
interface Once<Value> {
  (): Promise<Value>;
  started(): Promise<Value> | null;
}

/** `load` runs once; after a failure the next request tries again. */
function once<Value>(load: () => Promise<Value>): Once<Value> {
  let value: Promise<Value> | null = null;
  const ask = () => {
    value ??= load().catch((cause: unknown) => {
      value = null;
      throw new CallError(unanswered, { cause });
    });
    return value;
  };
  return Object.assign(ask, { started: () => value });
}
