import {
  addTotpCall,
  confirmTotpCall,
  type Factors,
  factorsCall,
  removeTotpCall,
  renewRecoveryCodesCall,
} from '../../../contract/factors.ts';
import { failureOf } from '../../../contract/failure.ts';
import {
  addPasskeyCall,
  passkeyCreationCall,
  removePasskeyCall,
  renamePasskeyCall,
} from '../../../contract/passkeys.ts';
import type { Loaded } from '../../../contract/reading.ts';
import { sendSigned } from '../auth/passkeyRefusal.ts';
import { keepProof, type StepUpWorld, withProof } from '../auth/stepUp.ts';
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';
import { isAnswerLost } from '../core/lostAnswer.ts';

export function readFactors(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: Reading,
): Promise<Loaded<Factors>> {
  return cache.read(
    { key: 'factors', fetch: async (signal) => (await http(factorsCall, { signal })).data },
    reading,
  );
}

interface FactorRequest extends Typed {
  readonly change: 'add' | 'renew' | 'remove' | 'addPasskey' | 'renamePasskey' | 'removePasskey';
  readonly passkey: string;
  readonly name: string;
}

interface Typed {
  readonly password: string;
  readonly code: string;
  readonly otp: string;
}

/** A secret that its first code has to confirm, recovery codes to keep, or nothing. */
type FactorAnswer =
  | { readonly kind: 'secret'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'done' };

/** Changes the second factors; all changes but a rename need a fresh proof. A factor that is already gone counts as removed. */
export async function changeFactors(
  world: StepUpWorld,
  { input: { values } }: { input: { readonly values: FactorRequest } },
): Promise<FactorAnswer> {
  const { http } = world;
  const { change, passkey, name, ...typed } = values;
  const params = { id: passkey };
  const proven = <Answer>(call: (stepUp: string | undefined) => Promise<Answer>) =>
    withProof(world, 'factors', typed, call);
  if (change === 'add') {
    const { data } = await proven((stepUp) => http(addTotpCall, { stepUp }));
    // What was sent before was a code of another secret.
    sentConfirmations.delete(http);
    return { kind: 'secret', ...data };
  }
  if (change === 'renew') return renewCodes(world, typed);
  if (change === 'addPasskey') return addPasskey(world, name, typed);
  if (change === 'renamePasskey') {
    await http(renamePasskeyCall, { params, body: { name } });
    return { kind: 'done' };
  }
  try {
    await proven((stepUp) =>
      change === 'remove' ? http(removeTotpCall, { stepUp }) : http(removePasskeyCall, { params, stepUp }),
    );
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND' || isBareNotFound(error)) throw error;
  }
  return { kind: 'done' };
}

async function renewCodes(world: StepUpWorld, typed: Typed): Promise<FactorAnswer> {
  const renew = (stepUp: string | undefined) => world.http(renewRecoveryCodesCall, { stepUp });
  const { data } = await withProof(world, 'factors', typed, renew);
  return { kind: 'codes', codes: data.recovery_codes };
}

/** The name of the first passkey that a connection has sent and whose recovery codes it has not received: the passkey may be there. */
const sentFirstPasskeys = new WeakMap<Http, string>();

/**
 * Only a stored passkey uses the proof up, so the proof is kept for another try. When the answer for a first passkey was lost and it is
 * there, its recovery codes, which are told only once, are replaced.
 */
async function addPasskey(world: StepUpWorld, name: string, typed: Typed): Promise<FactorAnswer> {
  const { http, proofs, signal } = world;
  const browser = await world.passkeys();
  browser.requireSupport();
  if (sentFirstPasskeys.get(http) === name && (await isOnlyFactor(http, name))) {
    const answer = await renewCodes(world, typed);
    sentFirstPasskeys.delete(http);
    return answer;
  }
  await keepProof(world, 'factors', typed);
  const stepUp = (await proofs.find('factors')) ?? undefined;
  try {
    const options = (await http(passkeyCreationCall, { stepUp })).data;
    const registration = await browser.create(options, signal);
    const body = { name, registration };
    if (options.excludeCredentials.length === 0) sentFirstPasskeys.set(http, name);
    const { recovery_codes } = (await sendSigned(() => http(addPasskeyCall, { stepUp, body }))).data;
    sentFirstPasskeys.delete(http);
    proofs.forget('factors');
    return recovery_codes === null ? { kind: 'done' } : { kind: 'codes', codes: recovery_codes };
  } catch (error) {
    if (failureOf(error).code === 'STEP_UP_REQUIRED') proofs.forget('factors');
    throw error;
  }
}

/** Whether a passkey of this name is all that the account has. */
async function isOnlyFactor(http: Http, name: string): Promise<boolean> {
  const { totp, passkeys } = (await http(factorsCall)).data;
  return totp === null && passkeys.length === 1 && passkeys[0]?.name === name;
}

/** The connections that have sent the first code of an app and were not refused: the app may be on. */
const sentConfirmations = new WeakSet<Http>();

/**
 * Confirms the app by its first code; answers the recovery codes. None when an earlier code was accepted and its answer was lost: the app
 * is on, and its codes, which are told only once, have to be replaced.
 */
export async function confirmTotp(
  http: Http,
  { input: { values } }: { input: { readonly values: { readonly code: string } } },
): Promise<readonly string[]> {
  const isRepeated = sentConfirmations.has(http);
  sentConfirmations.add(http);
  try {
    return (await http(confirmTotpCall, { body: values })).data.recovery_codes;
  } catch (error) {
    if (isAnswerLost(error)) throw error;
    if (isRepeated && failureOf(error).code === 'STATUS_CONFLICT' && (await isNewAppOn(http))) return [];
    if (!isRepeated) sentConfirmations.delete(http);
    throw error;
  }
}

/** The new app has not been used yet; one that it was to replace usually has, because it proved the change. */
async function isNewAppOn(http: Http): Promise<boolean> {
  const { totp } = (await http(factorsCall)).data;
  return totp !== null && totp.last_used_at === null;
}
