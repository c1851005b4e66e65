/** What a dialog knows of its form: while the server is asked it stays open, so that the answer is seen. */
export interface Asking {
  readonly isBusy: boolean;
  /** Whether the server was asked: it may have acted, also where its answer was lost. */
  readonly wasAsked: boolean;
}

export const notAsked: Asking = { isBusy: false, wasAsked: false };

/** Whether the form waits for its answer. */
export type Heard = Pick<Asking, 'isBusy'>;

export const asked = ({ wasAsked }: Asking, { isBusy }: Heard): Asking => ({
  isBusy,
  wasAsked: wasAsked || isBusy,
});

export const isDoubtful = ({ isBusy, wasAsked }: Asking) => !isBusy && wasAsked;

/** The listener to the form. */
export const heard = {
  actions: {
    type: 'keepBusy',
    params: ({ event }: { event: { snapshot: { hasTag(tag: 'busy'): boolean } } }) => ({
      isBusy: event.snapshot.hasTag('busy'),
    }),
  },
} as const;

/** How the dialog is left: what the server may have changed without an answer is read again. */
export const leaving = [
  { guard: 'isDoubtful', target: 'closed', actions: 'outdate' },
  { guard: 'isIdle', target: 'closed' },
] as const;
