import { type AnyActorLogic, type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import { signedInLoader } from '../../src/machines/appSetup.ts';
import type { SignedInInput } from '../../src/machines/core/area.ts';
import type { AreaName, RouteName, ScreenShown } from '../../src/machines/core/location.ts';
import { standingMachine } from '../../src/machines/core/standingMachine.ts';
import type { Toast, ToastsRef } from '../../src/machines/core/toastsMachine.ts';
import { currencyMachine } from '../../src/machines/shell/currencyMachine.ts';
import { headerMachine } from '../../src/machines/shell/headerMachine.ts';
import { signedInMachine } from '../../src/machines/shell/signedInMachine.ts';
import { areaLoader } from '../../src/machines/shell/signedInSetup.ts';

/** The signed-in machine, with its areas loaded at once. */
export function signedInWith(areas: Partial<Record<AreaName, AnyActorLogic>>) {
  return signedInMachine.provide({
    actors: {
      areaLoader: areaLoader.provide({
        actors: {
          loadCode: fromPromise<AnyActorLogic, { readonly name: AreaName }>(({ input }) => {
            const logic = areas[input.name];
            return logic ? Promise.resolve(logic) : Promise.reject(new Error(`no ${input.name}`));
          }),
        },
      }),
      watchBalanceChannel: fromCallback(() => {}),
      findSentPayment: fromCallback<AnyEventObject>(({ sendBack }) =>
        sendBack({ type: 'sentPayment.missing' }),
      ),
      followEmailLink: fromPromise<Toast | null, void>(async () => null),
      watchConnection: fromCallback(() => {}),
      currency: currencyMachine.provide({
        actors: { readCurrency: fromCallback(() => {}) },
        actions: { keepCurrency: () => {}, keepRates: () => {} },
      }),
      header: headerMachine.provide({
        actors: { awaitFirstPage: fromPromise<void, void>(() => new Promise(() => {})) },
      }),
    },
    actions: { outdateData: () => {} },
  });
}

/** What loads the signed-in half, which is there at once. */
export const signedInLoaderWith = (logic: typeof signedInMachine) =>
  signedInLoader.provide({ actors: { loadCode: fromPromise(async () => logic) } });

/** What every flow is given, with keys that count up: `key-1`, `key-2`. */
export function signedInInput(
  now: () => number,
  toasts: ToastsRef,
  readRecord: SignedInInput['readRecord'] = () => null,
): SignedInInput & { readonly isFrozen: boolean } {
  let made = 0;
  const standing = createActor(standingMachine, { input: { isFrozen: false } }).start();
  return { now, makeKey: () => `key-${++made}`, readRecord, toasts, standing, isFrozen: false };
}

export function shown(name: RouteName, area: AreaName | null, search = ''): ScreenShown {
  return { type: 'screen.shown', name, area, search, params: {} };
}
