import { operatorPasskeyLoginCall, operatorPasskeyRequestCall } from '../../../contract/operatorSessions.ts';
import { sendSigned } from '../auth/passkeyRefusal.ts';
import { passkeyBrowser } from '../auth/passkeys.ts';
import type { Http } from '../core/http.ts';
import type { OperatorSession } from './operatorSession.ts';

interface Ports {
  readonly http: Http;
  readonly session: OperatorSession;
}

/** Asks the device for a passkey of this site, and stores the session that it opens. Throws only `CallError`. */
export async function logInByPasskey({ http, session }: Ports, signal: AbortSignal) {
  passkeyBrowser.requireSupport();
  const { data: options } = await http(operatorPasskeyRequestCall);
  const assertion = await passkeyBrowser.get(options, signal);
  const { data } = await sendSigned(() => http(operatorPasskeyLoginCall, { body: { assertion } }));
  session.keep(data.token);
  return { name: data.name, role: data.role };
}
