import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { CallError } from '../../../contract/failure.ts';
import type { PasskeyFailureCode } from '../../../contract/failureCodes.ts';
import type { PasskeyRequestOptions } from '../../../contract/passkeyRequest.ts';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
} from '../../../contract/passkeys.ts';

/** Asks devices and password managers for passkeys. All calls throw only `CallError`. */
export interface PasskeyBrowser {
  /** Throws PASSKEY_UNSUPPORTED without WebAuthn. */
  requireSupport(): void;
  create(options: PasskeyCreationOptions, signal: AbortSignal): Promise<PasskeyRegistration>;
  get(options: PasskeyRequestOptions, signal: AbortSignal): Promise<PasskeyAssertion>;
  /** Offers passkeys in the autofill of the field with `webauthn`; PASSKEY_UNSUPPORTED when the browser cannot. */
  offer(request: () => Promise<PasskeyRequestOptions>, signal: AbortSignal): Promise<PasskeyAssertion>;
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Descriptor = PasskeyRequestOptions['allowCredentials'][number];

const known = ({ transports: told, ...descriptor }: Descriptor) => ({
  ...descriptor,
  transports: transports.filter((each) => told.includes(each)),
});

export const passkeyBrowser: PasskeyBrowser = {
  requireSupport,

  create: (options, signal) =>
    ceremony(signal, async () => {
      const { id, rawId, response } = await startRegistration({
        optionsJSON: { ...options, excludeCredentials: options.excludeCredentials.map(known) },
      });
      const { clientDataJSON, attestationObject, transports: by = [] } = response;
      return {
        id,
        rawId,
        type: 'public-key',
        response: { clientDataJSON, attestationObject, transports: by },
      };
    }),

  get: (options, signal) => ceremony(signal, () => authenticate(options, false)),

  async offer(request, signal) {
    if (!(await browserSupportsWebAuthnAutofill())) throw refused('PASSKEY_UNSUPPORTED');
    const options = await request();
    return ceremony(signal, () => authenticate(options, true));
  },
};

async function authenticate(
  options: PasskeyRequestOptions,
  useBrowserAutofill: boolean,
): Promise<PasskeyAssertion> {
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: { ...options, allowCredentials: options.allowCredentials.map(known) },
    useBrowserAutofill,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

function requireSupport() {
  if (!browserSupportsWebAuthn()) throw refused('PASSKEY_UNSUPPORTED');
}

/** A browser runs one ceremony at a time; aborting `signal` ends it. */
async function ceremony<Answer>(signal: AbortSignal, start: () => Promise<Answer>): Promise<Answer> {
  requireSupport();
  if (signal.aborted) throw refused('PASSKEY_CANCELLED');
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await start();
  } catch (error) {
    throw refused(codes[nameOf(error)] ?? 'PASSKEY_REFUSED', error);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** By the error names of WebAuthn level 3 (sections 5.1.3 and 5.1.4). */
const codes: Readonly<Record<string, PasskeyFailureCode>> = {
  NotAllowedError: 'PASSKEY_CANCELLED',
  AbortError: 'PASSKEY_CANCELLED',
  TimeoutError: 'PASSKEY_CANCELLED',
  InvalidStateError: 'PASSKEY_PRESENT',
  SecurityError: 'PASSKEY_DOMAIN',
  NotSupportedError: 'PASSKEY_UNSUPPORTED',
  ConstraintError: 'PASSKEY_UNSUPPORTED',
  NotReadableError: 'PASSKEY_REFUSED',
  UnknownError: 'PASSKEY_REFUSED',
};

/** A `DOMException` is not an `Error` in every browser. */
function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
}

function refused(code: PasskeyFailureCode, cause?: unknown): CallError {
  return new CallError({ code, fields: {}, retryAfter: null, requestId: null }, { cause });
}
