import { type AnyActorLogic, createActor, fromCallback, fromPromise } from 'xstate';
import { areaMachine, type HolderInput } from '../../src/machines/core/areaMachine.ts';
import type { AreaName, RouteName, ScreenShown } from '../../src/machines/core/location.ts';
import { standingMachine } from '../../src/machines/core/standingMachine.ts';
import type { NoticeFact, NotificationsRef } from '../../src/machines/core/toastsMachine.ts';
import { lifetimeMachine } from '../../src/machines/shell/lifetimeMachine.ts';
import { holderMachine } from '../../src/machines/shell/signedInMachine.ts';
import { updateMachine } from '../../src/machines/shell/updateMachine.ts';

/** An account holder's machine whose areas are there at once. */
export function holderWith(areas: Partial<Record<AreaName, AnyActorLogic>>) {
  return holderMachine.provide({
    actors: {
      area: areaMachine.provide({
        actors: {
          loadArea: fromPromise<AnyActorLogic, { readonly name: AreaName }>(({ input }) => {
            const logic = areas[input.name];
            return logic ? Promise.resolve(logic) : Promise.reject(new Error(`no ${input.name}`));
          }),
        },
      }),
      watchMovements: fromCallback(() => {}),
      lifetime: lifetimeMachine.provide({ actors: { watchLifetime: fromCallback(() => {}) } }),
      followLetter: fromPromise<NoticeFact | null, void>(async () => null),
      watchConnection: fromCallback(() => {}),
      update: updateMachine.provide({ actors: { watchUpdates: fromCallback(() => {}) } }),
      loadMarket: fromPromise<AnyActorLogic, void>(() => new Promise(() => {})),
    },
  });
}

/** What every flow is given, with keys that count up: `key-1`, `key-2`. */
export function holderInput(
  now: () => number,
  notifications: NotificationsRef,
  readRecord: HolderInput['readRecord'] = () => null,
): HolderInput & { readonly isFrozen: boolean } {
  let made = 0;
  const standing = createActor(standingMachine, { input: { isFrozen: false } }).start();
  return { now, makeKey: () => `key-${++made}`, readRecord, notifications, standing, isFrozen: false };
}

export function shown(name: RouteName, area: AreaName | null, search = ''): ScreenShown {
  return { type: 'screen.shown', name, area, search, params: {} };
}
