import { CallError } from '../../../contract/failure.ts';
import { passkeySignInMachine } from '../../../src/machines/auth/passkeySignInMachine.ts';
import { PasskeyPanel } from '../../../src/screens/signInMethods/PasskeyPanel.tsx';
import { failure } from '../../support/actors.ts';
import { vera } from '../../support/people.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const assertion = { id: 'AQ', client_data: 'Ag', authenticator_data: 'Aw', signature: 'BA' };
const failed = { error: [new CallError(failure('NETWORK')), new CallError(failure('RATE_LIMITED'))] };

export const map = screenMap({
  machine: passkeySignInMachine,
  input: () => undefined,
  screen: (actor) => <PasskeyPanel actor={actor} />,
  isShown: (actor) => actor.getSnapshot().hasTag('instead'),
  person: [
    { events: [{ type: 'passkey.left' }], by: press(/^Back/) },
    { events: [{ type: 'passkey.wanted' }], by: press('Try again') },
  ],
  outside: [{ event: { type: 'passkey.wanted' } }],
  answers: {
    watchField: { says: [{ type: 'field.shown' }, { type: 'field.hidden' }] },
    offerPasskey: { done: [assertion], ...failed },
    requestPasskey: { done: [assertion], ...failed },
    openByPasskey: { done: [vera], ...failed },
  },
});
