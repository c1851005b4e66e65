/** The typed and chosen values of a flow, by field. */
export type FlowValues = Readonly<Record<string, string>>;

/**
 * What a browser stores of a person's unfinished flow. `sent`: the payment was sent, and `key` finds its outcome.
 * `proving`: the server refused it until the person proves who they are; `rebinding`: until this device has a key that the
 * server accepts. `quote` is the reviewed quote.
 */
export interface SavedFlow {
  readonly step: 'drafting' | 'reviewing' | 'proving' | 'rebinding' | 'sent';
  readonly values: FlowValues;
  readonly key: string | null;
  readonly quote: unknown;
  /** Until when the server accepts the request, in milliseconds of its time; if it is missing there after this, it never arrived. */
  readonly until?: number | undefined;
  /** The drafts of this flow that were set aside, the newest first. */
  readonly aside?: readonly SetAside[] | undefined;
}

/** A draft that another request replaced: its values, and its quote if it was reviewed. */
export interface SetAside {
  readonly values: FlowValues;
  readonly quote: unknown;
}

/** The flows that move money or ask a wallet for it; the last two are names used by earlier versions. */
export const paymentFlows: readonly string[] = ['exchange', 'payment', 'walletDeposit', 'send', 'withdraw'];

/** The name under which an open dialog of the profile is stored. It is here because every page needs the name, but only one needs the rest. */
export const savedDialogFlow = 'access';

/** The name under which a tab stores where its drafts of messages to support are. It is here for the same reason. */
export const tabDraftsFlow = 'drafts';
