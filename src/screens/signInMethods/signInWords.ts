import type { Failure } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import type { OfferedSignInMethods } from '../../../contract/thirdParty.ts';
import type { WalletProblem } from '../../machines/auth/browserWallet.ts';
import type { GoogleProblem } from '../../machines/auth/googleMachine.ts';
import { type FailureKey, failureText } from '../core/failureText.ts';

interface Words {
  readonly sentence: FailureKey;
  readonly next: FailureKey;
}

/** Why the identity provider cannot be used; undefined when it can. */
export function whyNot(offered: OfferedSignInMethods | null, hasFailed: boolean): FailureKey | undefined {
  if (offered?.google) return undefined;
  if (offered === null) return hasFailed ? 'auth:loginMethods.checkFailed' : 'auth:loginMethods.checking';
  return offered.why_not === 'not_configured'
    ? 'auth:loginMethods.notConfigured'
    : 'auth:loginMethods.unreachable';
}

const walletWords: Readonly<Record<Exclude<WalletProblem, 'refused'>, Words>> = {
  notInstalled: { sentence: 'auth:errors.walletNotInstalled', next: 'auth:next.walletInstall' },
  noAccounts: { sentence: 'auth:errors.walletNoAccounts', next: 'auth:next.walletAccounts' },
  rejected: { sentence: 'auth:errors.walletRejected', next: 'auth:next.walletRejected' },
  alreadyOpen: { sentence: 'auth:errors.walletConnectionFailed', next: 'auth:next.walletOpen' },
  connectionFailed: { sentence: 'auth:errors.walletConnectionFailed', next: 'auth:next.walletConnection' },
  alreadyLinked: { sentence: 'auth:errors.walletLinked', next: 'auth:next.walletLinked' },
};

/** These refusals have texts of their own; for others a general text is enough. */
const ownSentences: readonly FailureCode[] = ['WALLET_TAKEN', 'WALLET_LIMIT'];

/** The text of a wallet's failed proof. `refused`: the meaning of the server's refusal on this page. */
export function walletProblemWords(
  problem: WalletProblem,
  failure: Failure | null,
  refused: FailureKey,
): Words {
  const { sentence, next } =
    problem === 'refused'
      ? { sentence: refused, next: 'auth:next.signAgain' as const }
      : walletWords[problem];
  // The server rejected the signature; another one may be accepted.
  if (failure === null || failure.code === 'FORBIDDEN') return { sentence, next };
  const told = failureText[failure.code];
  return { sentence: ownSentences.includes(failure.code) ? told.sentence : sentence, next: told.next };
}

const googleWords: Readonly<Record<GoogleProblem, Words>> = {
  cancelled: { sentence: 'auth:errors.cancelled', next: 'auth:next.otherWay' },
  noCredential: { sentence: 'auth:errors.noCredential', next: 'auth:next.otherWay' },
  undecodable: { sentence: 'auth:errors.undecodable', next: 'auth:next.otherWay' },
  authenticationFailed: { sentence: 'auth:errors.authenticationFailed', next: 'auth:next.otherWay' },
  loginFailed: { sentence: 'auth:errors.googleFailed', next: 'auth:next.otherWay' },
};

export function googleProblemWords(problem: GoogleProblem, failure: Failure | null): Words {
  const { sentence, next } = googleWords[problem];
  const isTold = failure !== null && failure.code !== 'CREDENTIAL_INVALID';
  return { sentence, next: isTold ? failureText[failure.code].next : next };
}
