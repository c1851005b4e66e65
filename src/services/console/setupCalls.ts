import {
  confirmOperatorCall,
  operatorInvitationCall,
  operatorSetupPasskeyCall,
  operatorSetupPasskeyOptionsCall,
  setUpOperatorCall,
} from '../../../contract/operatorSessions.ts';
import { sendSigned } from '../auth/passkeyRefusal.ts';
import { passkeyBrowser } from '../auth/passkeys.ts';
import type { Http } from '../core/http.ts';
import type { OperatorSession } from './operatorSession.ts';

interface Ports {
  readonly http: Http;
  readonly session: OperatorSession;
}

/** The calls of an invited operator, whose link has `setup_code`. The call that creates the login stores its session. */
export function createOperatorSetup({ http, session }: Ports, setup_code: string) {
  const enter = ({ token, name, role }: { token: string; name: string; role: string }) => {
    session.keep(token);
    return { name, role };
  };
  return {
    read: async () => (await http(operatorInvitationCall, { body: { setup_code } })).data,
    choosePassword: async (password: string) =>
      (await http(setUpOperatorCall, { body: { setup_code, password } })).data,
    confirmApp: async (code: string) =>
      enter((await http(confirmOperatorCall, { body: { setup_code, code } })).data),
    async makePasskey(name: string, signal: AbortSignal) {
      passkeyBrowser.requireSupport();
      const { data: options } = await http(operatorSetupPasskeyOptionsCall, { body: { setup_code } });
      const registration = await passkeyBrowser.create(options, signal);
      const body = { setup_code, name, registration };
      return enter((await sendSigned(() => http(operatorSetupPasskeyCall, { body }))).data);
    },
  };
}
