import { failureOf } from '../../contract/failure.ts';
import type { NoticeFact } from '../machines/notificationsMachine.ts';
import { createWays } from '../services/ways.ts';
import type { Services } from './services.ts';

/**
 * Somebody who is signed in has come by a letter's link. A confirmation is made; a new password waits for whoever signs in next in
 * this tab, for it would end this very session. A sign-in elsewhere is of no use any more.
 */
export async function followLetter({ http, landings, data }: Services): Promise<NoticeFact | null> {
  const landing = landings.take();
  if (landing?.from === 'reset') {
    landings.putBack(landing);
    return { tone: 'wait', key: 'letterWaits', values: {} };
  }
  if (landing?.from !== 'confirmation') return null;
  try {
    await createWays(http, null).confirmEmail(landing.token);
    (await data()).outdate();
    return { tone: 'gain', key: 'emailConfirmed', values: {} };
  } catch (error) {
    const isOver = failureOf(error).code === 'LINK_EXPIRED';
    return { tone: 'loss', key: isOver ? 'linkExpired' : 'confirmationFailed', values: {} };
  }
}
