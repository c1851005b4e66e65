import { operatorBase } from '../../../contract/call.ts';
import { createOperatorSession, type OperatorSession } from '../../services/console/operatorSession.ts';
import { type Clock, createClock } from '../../services/core/clock.ts';
import { createDownloads, createHttp, type FetchFile, type Http } from '../../services/core/http.ts';
import { createRememberedAnswers } from '../../services/core/rememberedAnswers.ts';
import { createLocalStore, type KeyValueStore } from '../../services/core/storage.ts';
import { createLanguages, type Languages } from '../../services/languages/languages.ts';

/** Everything outside the console that it uses. */
export interface ConsoleServices {
  readonly clock: Clock;
  readonly session: OperatorSession;
  readonly http: Http;
  /** Like `http`, for stored files. */
  readonly fetchFile: FetchFile;
  readonly languages: Languages;
  /** The theme and language of this browser. */
  readonly store: KeyValueStore;
}

export function createConsoleServices(): ConsoleServices {
  const clock = createClock();
  const session = createOperatorSession(createLocalStore(() => window.sessionStorage));
  const ports = { origin: '', base: operatorBase, session, clock };
  return {
    clock,
    session,
    http: createHttp({ ...ports, remembered: createRememberedAnswers() }),
    fetchFile: createDownloads(ports),
    languages: createLanguages(),
    store: createLocalStore(),
  };
}
