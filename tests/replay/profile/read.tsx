import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { loginMethodsMachine } from '../../../src/machines/profile/loginMethodsMachine.ts';
import { factorsResource, profileMachine } from '../../../src/machines/profile/profileAreaSetup.ts';
import { currencyMachine, valueCurrencies } from '../../../src/machines/shell/currencyMachine.ts';
import ProfileScreen from '../../../src/screens/profile/ProfileScreen.tsx';
import { SecuritySection } from '../../../src/screens/profile/SecuritySection.tsx';
import { vera } from '../../support/people.ts';
import { resourceMap, standingResource, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { standing, standingArea } from '../../support/replay/standingArea.ts';

const methods = {
  ...{ password: true, email_confirmed: true, pending_email: null },
  ...{ google: true, metamask: [] },
};
const noFactors = { totp: null, passkeys: [], recovery_codes_left: 0 };
const { user } = vera;
// Those of the dialogs.
const views = [/^(?:Change|Remove|Set|Add|Turn|Create|View) /, 'Set up', 'Add a passkey'];

export const loginMethods = resourceMap({
  machine: loginMethodsMachine,
  data: [methods],
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <SecuritySection area={standingArea({ loginMethods: actor })} user={user} />
    </>
  ),
  refresh: { offered: whenOldOrMissing },
  views,
});

export const factors = resourceMap({
  machine: factorsResource,
  data: [noFactors],
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <SecuritySection
        area={standingArea({ factors: actor, loginMethods: standingResource(loginMethodsMachine, methods) })}
        user={user}
      />
    </>
  ),
  refresh: { offered: whenOldOrMissing },
  views,
});

const nothing = () => {};
const controls = {
  language: { label: 'Language', options: [], value: 'en' as const, onChange: nothing },
  theme: {
    label: 'Theme',
    labels: { system: 'System', light: 'Light', dark: 'Dark' },
    value: 'system' as const,
    onChange: nothing,
  },
};

export const profile = resourceMap({
  machine: profileMachine,
  data: [user],
  screen: (actor) => (
    <ProfileScreen
      area={standing({ children: { profile: actor }, context: { user } })}
      user={user}
      {...controls}
      currency={createActor(currencyMachine)}
    />
  ),
  refresh: { offered: whenOldOrMissing },
  // Those of the parts.
  views: [...views, 'System', 'Light', 'Dark', ...valueCurrencies],
});
