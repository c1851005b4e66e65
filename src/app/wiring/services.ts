import { CallError, unanswered } from '../../../contract/failure.ts';
import { paymentFlows, savedDialogFlow } from '../../machines/core/savedFlow.ts';
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

/** Everything that the app reaches outside of itself. */
export interface Services {
  readonly store: KeyValueStore;
  readonly drafts: Drafts;
  /** As `drafts`, of the login. */
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
  /** As `data`. */
  captcha(): Promise<Captcha>;
  /** Hears how captchas go, from the first on. Answers how to stop. */
  watchCaptcha(hear: (change: CaptchaChange) => void): () => void;
  /** Loaded at the first need, then the same one. Rejects with NETWORK when its code cannot be had. */
  readonly data: Once<Data>;
  /** The one way to the server; its code comes with the first call. What moves money goes by `deviceKeysOf` (deviceKeys.ts). */
  readonly http: Http;
  /** As `http`, for calls that go on. */
  readonly openStream: OpenStream;
  /** As `http`, for kept files. */
  readonly fetchFile: FetchFile;
  /** Loads what the first call to the server will need, before it is made. */
  prepare(): void;
  /** Whatever has been read is old from now on; what has not been loaded is not. */
  outdateData(): void;
  /** Empties the caches, if there are any, and what this browser has kept of them. */
  forgetData(): void;
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

  // What has not been loaded cannot have been filled; what is still loading is emptied when it is there.
  const whereRead = (change: (read: Data) => void) => void data.started()?.then(change, () => {});
  const forgetData = () => {
    steps.forget();
    proofs.clear();
    store.remove(lastReadKey);
    whereRead(({ clear }) => clear());
  };
  // Another person's data, or nobody's: what was read before is not theirs to see.
  session.subscribe(({ type }) => type !== 'extended' && forgetData());

  return {
    store,
    drafts: createDrafts(),
    loginDrafts: createDrafts(undefined, 'login_draft'),
    records: createSavedFlows(store, session, paymentFlows, {
      // Whoever comes back from the identity provider comes back in the tab that left.
      flows: [savedDialogFlow],
      store: createLocalStore(() => window.sessionStorage),
    }),
    balanceChannel: createBalanceChannel(),
    steps,
    authCallbacks: createAuthCallbacks(),
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
  };
}

/** Asked for when it is needed; `started` is null until somebody has. */
interface Once<Value> {
  (): Promise<Value>;
  started(): Promise<Value> | null;
}

/** `load` is done once, unless it fails: then the next who asks tries again. */
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
