import { act } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { toast } from 'react-hot-toast/headless';
import { followToasts, Toasts } from '../../../src/app/wiring/toasts.tsx';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { type ToastsRef, toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { type Gesture, press } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const followed = new WeakSet<ToastsRef>();

/** The package keeps the toasts of the path before. */
function shownOf(toasts: ToastsRef): ToastsRef {
  if (!followed.has(toasts)) {
    followed.add(toasts);
    toast.remove();
    followToasts(toasts);
  }
  return toasts;
}

const { isFor } = press('Dismiss');
const hover: Gesture = {
  words: 'moves the pointer onto a toast',
  isFor,
  isWithoutFocus: true,
  perform: (user, { element }) => user.hover(element),
};
const leave: Gesture = {
  words: 'moves the pointer away',
  isFor,
  isWithoutFocus: true,
  perform: (user, { element }) => user.unhover(element),
};
/** As a screen reader does it: neither the pointer nor the focus goes there. */
const dismiss: Gesture = {
  words: 'dismisses the newest toast',
  isFor,
  isWithoutFocus: true,
  perform: async (_, { element }) => act(() => element.click()),
};

const newest = (actor: Parameters<NonNullable<PersonStep['offered']>>[0]) =>
  (actor as ToastsRef).getSnapshot().context.toasts.at(-1)?.id;
const raised = (key: string) => ({
  event: { type: 'toast.raised', toast: { tone: 'gain', key, values: {} } },
});

function Drawn({ toasts }: { toasts: ToastsRef }) {
  const isLoaded = useSelector(toasts, (state) => !state.matches({ held: 'undrawn' }));
  return (
    <>
      <PageTitle>Wallet</PageTitle>
      {isLoaded && <Toasts toasts={shownOf(toasts)} />}
    </>
  );
}

export const toasts = screenMap({
  machine: toastsMachine,
  input: (now) => ({ now }),
  screen: (actor) => <Drawn toasts={actor} />,
  person: [
    { events: [{ type: 'reading.started' }], by: hover },
    { events: [{ type: 'reading.ended' }], by: leave },
    ...[0, 1].map((id) => ({
      events: [{ type: 'toast.dismissed', id }],
      by: dismiss,
      offered: (actor: Parameters<typeof newest>[0]) =>
        newest(actor) === id && !actor.getSnapshot().matches({ held: 'undrawn' }),
    })),
  ],
  outside: [
    raised('profileSaved'),
    raised('sessionEnded'),
    { event: { type: 'toasts.withdrawn' } },
    // Its code has been loaded.
    { event: { type: 'drawing.started' } },
  ],
  answers: {},
  until: (actor) => actor.getSnapshot().context.raised > 2,
  distinguish: (actor) => {
    const { toasts: shown, raised: count } = actor.getSnapshot().context;
    return [count, shown.map(({ id }) => id)];
  },
});
