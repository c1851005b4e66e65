import { CallError } from '../../../contract/failure.ts';
import { browserWalletMachine } from '../../../src/machines/auth/browserWalletMachine.ts';
import { WalletPanel } from '../../../src/screens/signInMethods/WalletPanel.tsx';
import { failure } from '../../support/actors.ts';
import { outsideAddress } from '../../support/moneyFlow.ts';
import { vera } from '../../support/people.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const fox = { id: 'fox', name: 'Fox', icon: null };
const owl = { ...fox, id: 'owl', name: 'Owl' };
const rejected = { error: [{ code: 4001 }] };

export const map = screenMap({
  machine: browserWalletMachine,
  input: () => ({ linked: [] }),
  screen: (actor) => <WalletPanel actor={actor} />,
  isShown: (actor) => actor.getSnapshot().hasTag('instead'),
  person: [
    { events: [{ type: 'wallet.left' }], by: press(/^Back/) },
    { events: [{ type: 'wallet.picked', id: 'fox' }], by: press('Fox') },
    { events: [{ type: 'wallet.picked', id: 'owl' }], by: press('Owl') },
    {
      events: [{ type: 'wallet.wanted' }],
      by: press('Try again'),
    },
  ],
  outside: [{ event: { type: 'wallet.wanted' }, isNavigation: true }],
  answers: {
    findWallets: { done: [[fox, owl], [fox], []], ...rejected },
    requestAccounts: { done: [[outsideAddress], []], ...rejected },
    requestMessage: { done: ['a message'], error: [new CallError(failure('NETWORK'))] },
    signMessage: { done: ['a signature'], ...rejected },
    submitProof: { done: [vera], error: [new CallError(failure('NETWORK'))] },
    watchAccounts: {
      says: [
        { type: 'account.switched', address: outsideAddress.replace(/.$/, '1') },
        { type: 'account.switched', address: null },
      ],
    },
  },
  distinguish: (actor) => {
    const { wallets, problem, address, isSwitched } = actor.getSnapshot().context;
    return [wallets.length, problem, address, isSwitched];
  },
});
