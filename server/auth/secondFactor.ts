import type { SecondFactor } from '../../contract/factors.ts';
import type { Language } from '../../contract/news.ts';
import { knowsDeviceOf } from '../accounts/knownDevices.ts';
import type { Device } from '../accounts/sessions.ts';
import type { UserRow } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import {
  codeAlarms,
  codesByAccount,
  codesByDevice,
  giveBackAll,
  giveBackUse,
  takeUse,
  tryUse,
} from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import { keepNotices } from '../notices/notices.ts';
import { secondFactorsOf } from './factors.ts';
import { takeRecoveryCode } from './recoveryCodes.ts';
import type { Sealer } from './sealed.ts';
import { spendTotpCode, totpOfPeople } from './totpSecrets.ts';

/** A person who sends a second factor, or is asked for one. */
interface Attempt {
  readonly user: UserRow;
  readonly device: Device;
  readonly language: Language;
  readonly at: Date;
}

export interface SecondFactors {
  /**
   * The second step of a sign-in, after a successful first step: marks the code (as read by `typedFactor`) of an account with a
   * second factor as used, and does nothing for other accounts. SECOND_FACTOR_REQUIRED with the account's factors when no code was sent. Call it outside
   * a transaction, because refused attempts count too. Answers the factor; null when none is required.
   */
  require(attempt: Attempt, otp: string | undefined): Promise<SecondFactor | null>;
  /** Marks a six-digit code as used. VALIDATION_FAILED on `field`, or RATE_LIMITED. */
  spendTotp(attempt: Attempt, code: string, field: string): Promise<void>;
  /** Marks a recovery code as used. VALIDATION_FAILED on `field`. */
  spendRecoveryCode(attempt: Attempt, code: string, field: string): Promise<void>;
}

interface World {
  readonly database: Db;
  readonly sealer: Sealer;
}

export function createSecondFactors({ database, sealer }: World): SecondFactors {
  const { query } = database;

  const factors: SecondFactors = {
    async require(attempt, otp) {
      const methods = await secondFactorsOf(query, attempt.user.id);
      if (methods.length === 0) return null;
      if (otp === undefined) throw new Refusal('SECOND_FACTOR_REQUIRED', { methods });
      if (/^\d+$/.test(otp)) {
        await factors.spendTotp(attempt, otp, 'otp');
        return 'totp';
      }
      await factors.spendRecoveryCode(attempt, otp, 'otp');
      return 'recovery_code';
    },

    async spendTotp(attempt, code, field) {
      const giveBack = await admitCode(attempt);
      const shown = { sealer, ownerId: attempt.user.id, code, at: attempt.at };
      const mistake = await spendTotpCode(query, totpOfPeople, shown);
      if (mistake !== null) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: mistake } });
      await giveBack();
    },

    // A recovery code has 120 bits, so attempts need no limit besides those on the password or the session before it.
    async spendRecoveryCode({ user, language, at }, code, field) {
      await database.transaction(async (inside) => {
        if (!(await takeRecoveryCode(inside, user.id, code)))
          throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'mismatch' } });
        await keepNotices(inside, [{ userId: user.id, occasion: 'recoveryCodeUsed', language, at }]);
      });
    },
  };
  return factors;

  /**
   * Counts an attempt before the code is checked. A known device of the person has its own attempts, so that strangers cannot use up
   * the person's.
   */
  async function admitCode({ user, device, language, at }: Attempt): Promise<() => Promise<void>> {
    const { shown } = device;
    if (shown !== null && (await knowsDeviceOf(query, shown, user.id, at))) {
      const tries = `${shown}:${user.id}`;
      if (await tryUse(query, codesByDevice, tries, at))
        return () => giveBackAll(query, codesByDevice, tries);
    }
    await takeUse(query, codesByAccount, user.id, at).catch(async (error: unknown) => {
      await alarm(user, language, at);
      throw error;
    });
    return () => giveBackUse(query, codesByAccount, user.id);
  }

  /** Notifies the person, once a day: an attempt at this step has the password or a session. */
  async function alarm({ id }: UserRow, language: Language, at: Date) {
    if (!(await tryUse(query, codeAlarms, id, at))) return;
    await keepNotices(query, [{ userId: id, occasion: 'codesTried', language, at }]);
  }
}
