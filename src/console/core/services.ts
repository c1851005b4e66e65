import { operatorBase } from '../../../contract/call.ts';
import { createOperatorSession, type OperatorSession } from '../../services/console/operatorSession.ts';
import { type Clock, createClock } from '../../services/core/clock.ts';
import { createDownloads, createHttp, type FetchFile, type Http } from '../../services/core/http.ts';
import { createLocalStore, type KeyValueStore } from '../../services/core/storage.ts';
import { createLanguages, type Languages } from '../../services/languages/languages.ts';

/** Everything that the console reaches outside of itself. */
export interface ConsoleServices {
  readonly clock: Clock;
  readonly session: OperatorSession;
  /** The one way to the server. */
  readonly http: Http;
  /** As `http`, for kept files. */
  readonly fetchFile: FetchFile;
  readonly languages: Languages;
  /** Theme and language, of this browser. */
  readonly store: KeyValueStore;
}

export function createConsoleServices(): ConsoleServices {
  const clock = createClock();
  const session = createOperatorSession(createLocalStore(() => window.sessionStorage));
  const ports = { origin: '', base: operatorBase, session, clock };
  return {
    clock,
    session,
    http: createHttp(ports),
    fetchFile: createDownloads(ports),
    languages: createLanguages(),
    store: createLocalStore(),
  };
}
