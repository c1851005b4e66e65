import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { accessMachine } from '../../../src/machines/profile/accessMachine.ts';
import { loginMethodsMachine } from '../../../src/machines/profile/loginMethodsMachine.ts';
import { factorsResource } from '../../../src/machines/profile/profileAreaSetup.ts';
import { recordOfDialog, type SavedDialog } from '../../../src/machines/profile/savedDialog.ts';
import { SecuritySection } from '../../../src/screens/profile/SecuritySection.tsx';
import { failure } from '../../support/actors.ts';
import { outsideAddress } from '../../support/moneyFlow.ts';
import { vera } from '../../support/people.ts';
import { closeDialog, paste, press, pressIn } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';
import { standingArea } from '../../support/replay/standingArea.ts';

const methods = {
  ...{ password: true, email_confirmed: true, pending_email: null },
  ...{ google: true, metamask: [outsideAddress] },
};
const read = {
  loginMethods: standingResource(loginMethodsMachine, methods),
  factors: standingResource(factorsResource, { totp: null, passkeys: [], recovery_codes_left: 0 }),
};
const fill = (at: string, name: string, label: string | RegExp, value: string): PersonStep => ({
  at,
  events: [{ type: 'field.changed', name, value }],
  by: paste(label, value),
});
const submit = (at: string, label: string | RegExp): PersonStep => ({
  at,
  events: [{ type: 'form.submitted' }],
  by: pressIn('form', label),
});
const current = [/^Current password/, 'Correct7horse'] as const;
const later = { isNavigation: true } as const;
const returned = (saved: SavedDialog) => ({
  input: (now: () => number) => ({ now, readRecord: () => recordOfDialog(saved, now()) }),
  person: [],
  outside: [{ event: { type: 'methods.read', methods }, ...later }],
  views: [/./],
});

/** What a person opens, with the answer that ends it. What they type wrong is in the maps of the dialogs. */
export const map = screenMap({
  machine: accessMachine.provide({ actions: { forgetRecord: () => {} } }),
  isTimeless: true,
  input: (now) => ({ now, readRecord: () => null }),
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <SecuritySection area={standingArea({ ...read, access: actor })} user={vera.user} />
    </>
  ),
  person: [
    { events: [{ type: 'password.opened' }], by: press('Change password') },
    { events: [{ type: 'email.opened' }], by: press('Change email') },
    {
      events: [{ type: 'removal.opened', method: 'openid', address: '', hasPassword: true }],
      by: press('Remove Google'),
    },
    {
      events: [{ type: 'link.opened', hasPassword: true, linked: [outsideAddress] }],
      by: press('Add browser wallet'),
    },
    { events: [{ type: 'access.closed' }], by: closeDialog('Cancel') },
    fill('password', 'current_password', ...current),
    fill('password', 'password', /^New password/, 'Better8horse'),
    fill('password', 'password_confirmation', /^Confirm/, 'Better8horse'),
    submit('password', 'Save password'),
    fill('email', 'email', /^New email/, 'vera@example.org'),
    fill('email', 'password', ...current),
    submit('email', 'Change email'),
    fill('removal', 'password', ...current),
    submit('removal', /^Remove/),
    fill('walletLink.personProof', 'password', ...current),
    submit('walletLink.personProof', 'Continue'),
  ],
  answers: {
    'password.submit': { done: [undefined], error: [new CallError(failure('NETWORK'))] },
    'email.submit': { done: [{ email: 'vera@example.org', pending_email: null }] },
    'removal.submit': { done: [undefined] },
    'walletLink.personProof.submit': { done: [undefined] },
    'walletLink.wallet.findWallets': { done: [[{ id: 'fox', name: 'Fox', icon: null }]] },
    'walletLink.wallet.requestAccounts': { done: [[outsideAddress.replace(/.$/, '1')]] },
    'walletLink.wallet.requestMessage': { done: ['a message'] },
    'walletLink.wallet.signMessage': { done: ['a signature'] },
    'walletLink.wallet.submitProof': { done: [true] },
    'walletLink.wallet.watchAccounts': {},
  },
  // Those of the wallet that is linked, and of the other parts of the section.
  views: [
    'Show password',
    /^Remove browser wallet/,
    'Set up',
    'Add a passkey',
    'View history',
    /^Try again$/,
  ],
  scenes: [
    returned({ dialog: 'password' }),
    returned({ dialog: 'email', email: 'vera@example.org' }),
    returned({ dialog: 'removal', method: 'openid', address: '' }),
    returned({ dialog: 'walletLink' }),
  ],
});
