/** What is typed and chosen in a flow, by field. */
export type FlowValues = Readonly<Record<string, string>>;

/**
 * What a browser keeps of a flow that is not over, for the person whose flow it is. `sent`: the payment has left, and `key`
 * asks what became of it. `proving`: it was refused until its person proves that they are there; `rebinding`: until this device has a key that the
 * server takes. `quote` is what was reviewed.
 */
export interface SavedFlow {
  readonly step: 'drafting' | 'reviewing' | 'proving' | 'rebinding' | 'sent';
  readonly values: FlowValues;
  readonly key: string | null;
  readonly quote: unknown;
  /** Until when the server takes what was sent, in milliseconds of its time: then and not before, what is missing there never arrived. */
  readonly until?: number | undefined;
  /** The drafts of the same flow that were put aside, the newest first. */
  readonly aside?: readonly SetAside[] | undefined;
}

/** A draft that gave way to another request: what was typed, and what was reviewed if it had come so far. */
export interface SetAside {
  readonly values: FlowValues;
  readonly quote: unknown;
}

/** The flows that move money; the last two by the names of earlier versions. */
export const paymentFlows: readonly string[] = ['exchange', 'payment', 'send', 'withdraw'];

/** The flow under whose name an open dialog of the profile is kept; here, because every page needs the name and none but one the rest. */
export const savedDialogFlow = 'access';
