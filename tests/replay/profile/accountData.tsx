import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { accountDataMachine, accountExportForm } from '../../../src/machines/profile/accountDataMachine.ts';
import { loginMethodsMachine } from '../../../src/machines/profile/loginMethodsMachine.ts';
import { factorsResource } from '../../../src/machines/profile/profileAreaSetup.ts';
import { AccountDataSection } from '../../../src/screens/profile/AccountDataSection.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, press } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';
import { standingArea } from '../../support/replay/standingArea.ts';

const read = {
  loginMethods: standingResource(loginMethodsMachine, { password: true }),
  factors: standingResource(factorsResource, { totp: null, passkeys: [] }),
};

export const map = screenMap({
  machine: accountDataMachine,
  covers: [accountExportForm],
  input: (now) => ({ now }),
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <AccountDataSection area={standingArea({ ...read, accountData: actor })} terms={undefined} />
    </>
  ),
  person: [
    { events: [{ type: 'export.opened', hasPassword: true }], by: press('Download data') },
    { events: [{ type: 'export.closed' }], by: closeDialog('Cancel') },
    ...formSteps({
      at: 'accountExport',
      fields: [['password', /^Current password/, 'Correct7horse']],
      submit: 'Download data',
    }),
  ],
  answers: { 'accountExport.submit': formAnswers(undefined) },
  // The dialog that closes the account has a map of its own.
  views: ['Show password', 'Close account'],
  unreached: plainForm('accountExport'),
});
