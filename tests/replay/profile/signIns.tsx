import type { SignIn } from '../../../contract/signIns.ts';
import { signInsMachine } from '../../../src/machines/profile/accountDataMachine.ts';
import LoginHistoryDialog from '../../../src/screens/profile/LoginHistoryDialog.tsx';
import { closeDialog, press } from '../../support/replay/gestures.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';

const login: SignIn = {
  id: 'login-1',
  first_at: '2026-11-20T09:00:00.000Z',
  at: '2026-11-20T09:00:00.000Z',
  device: 'Chrome · Linux',
  network: '203.0.113.0/24',
  method: 'password',
  second_factor: 'totp',
  outcome: 'succeeded',
  attempts: 1,
};
const page = (number: number) => ({ data: [login], meta: { page: number, per_page: 20, total: 40 } });
const pageOf = (actor: { getSnapshot: () => { context: { data: { meta: { page: number } } | null } } }) =>
  actor.getSnapshot().context.data?.meta.page;

export const map = resourceMap({
  machine: signInsMachine,
  data: [page(1), page(2)],
  keys: ['1', '2', null],
  screen: (actor) => <LoginHistoryDialog signIns={actor} />,
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  person: [
    { events: [{ type: 'screen.shown', key: null }], by: closeDialog(/^(?:Close|Dismiss)/) },
    {
      events: [{ type: 'screen.shown', key: '2' }],
      by: press('Next'),
      offered: (actor) => pageOf(actor) === 1,
    },
    {
      events: [{ type: 'screen.shown', key: '1' }],
      by: press('Back'),
      offered: (actor) => pageOf(actor) === 2,
    },
    {
      events: [{ type: 'screen.shown', key: '2' }],
      by: press('Page 2'),
      offered: (actor) => pageOf(actor) === 1,
    },
    {
      events: [{ type: 'screen.shown', key: '1' }],
      by: press('Page 1'),
      offered: (actor) => pageOf(actor) === 2,
    },
  ],
});
