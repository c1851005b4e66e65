import { failureOf } from '../../../contract/failure.ts';
import { isAnswerLost } from '../core/lostAnswer.ts';

/** A new password with the token from an email's link. */
export interface NewPassword {
  readonly token: string;
  readonly password: string;
  readonly password_confirmation: string;
}

/** Sends new passwords by `send`. One that is sent again after a lost answer counts as set if its link was used meanwhile (decision 238). */
export function createPasswordSetter(
  send: (body: NewPassword) => Promise<void>,
): (body: NewPassword) => Promise<void> {
  /** The last new password that was sent and not refused: it may be set. Kept in memory. */
  let sent: NewPassword | null = null;

  return async (body) => {
    const before = sent;
    sent = body;
    try {
      await send(body);
      sent = null;
    } catch (error) {
      if (isAnswerLost(error)) throw error;
      sent = null;
      const isUsed = failureOf(error).fields.token === 'used';
      if (!isUsed || before?.token !== body.token || before.password !== body.password) throw error;
    }
  };
}
