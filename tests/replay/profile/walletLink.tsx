import { CallError } from '../../../contract/failure.ts';
import {
  linkedWalletMachine,
  personProofMachine,
  walletLinkMachine,
} from '../../../src/machines/profile/walletLinkMachine.ts';
import WalletLinkDialog from '../../../src/screens/profile/WalletLinkDialog.tsx';
import { failure } from '../../support/actors.ts';
import { outsideAddress } from '../../support/moneyFlow.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const fox = { id: 'fox', name: 'Fox', icon: null };
const owl = { ...fox, id: 'owl', name: 'Owl' };
const rejected = { error: [{ code: 4001 }] };

export const map = screenMap({
  machine: walletLinkMachine,
  covers: [personProofMachine, linkedWalletMachine],
  input: (now) => ({ now, hasPassword: true, linked: [] }),
  screen: (actor) => <WalletLinkDialog link={actor} factor="none" onClose={() => {}} />,
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    ...formSteps({
      at: 'personProof',
      fields: [['password', /^Current password/, 'Correct7horse']],
      submit: 'Continue',
    }),
    ...[fox, owl].map(({ id, name }) => ({
      at: 'wallet',
      events: [{ type: 'wallet.picked', id }],
      by: press(name),
    })),
    { at: 'wallet', events: [{ type: 'wallet.wanted' }], by: press('Try again') },
  ],
  answers: {
    'personProof.submit': formAnswers(undefined),
    'wallet.findWallets': { done: [[fox, owl], [fox], []], ...rejected },
    'wallet.requestAccounts': { done: [[outsideAddress], []], ...rejected },
    'wallet.requestMessage': { done: ['a message'], error: [new CallError(failure('NETWORK'))] },
    'wallet.signMessage': { done: ['a signature'], ...rejected },
    'wallet.submitProof': {
      done: [true],
      error: [new CallError(failure('NETWORK')), new CallError(failure('STEP_UP_REQUIRED'))],
    },
    'wallet.watchAccounts': {
      says: [
        { type: 'account.switched', address: outsideAddress.replace(/.$/, '1') },
        { type: 'account.switched', address: null },
      ],
    },
  },
  distinguish: (actor) => {
    const wallet = actor.getSnapshot().children.wallet?.getSnapshot().context;
    return wallet && [wallet.wallets.length, wallet.problem, wallet.address, wallet.isSwitched];
  },
  views: ['Show password', 'Cancel'],
  unreached: {
    ...plainForm('personProof'),
    'browserWallet: wallet.left': 'the dialog is closed by its parent, which ends the machine',
    'browserWallet.offered: wallet.wanted': 'it begins with the search',
  },
});
