/** The names of statuses come from the spec (section 4). The spec does not define the allowed steps, so they are decided here. */

export const exchangeSteps = {
  pending: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;

export const transactionSteps = {
  pending: ['processing', 'completed', 'failed', 'cancelled'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;

export const kycSteps = {
  notStarted: ['inProgress'],
  inProgress: ['pending'],
  pending: ['approved', 'rejected'],
  approved: ['expired'],
  rejected: ['inProgress'],
  expired: ['inProgress'],
} as const;

export const documentSteps = {
  uploaded: ['pending'],
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
} as const;

export const ticketSteps = {
  open: ['inProgress', 'resolved', 'closed'],
  inProgress: ['open', 'resolved', 'closed'],
  resolved: ['open', 'closed'],
  closed: [],
} as const;

/** The table of a subject: for each status, the possible next ones. */
export type StatusTable = Readonly<Record<string, readonly string[]>>;

export type TransactionStatus = keyof typeof transactionSteps;
export type KycStatus = keyof typeof kycSteps;
export type TicketStatus = keyof typeof ticketSteps;
export type DocumentStatus = keyof typeof documentSteps;

/** Whether `table` allows a step from one status to the other. An unknown status allows none. */
export function canStep(table: StatusTable, from: string, to: string): boolean {
  return table[from]?.includes(to) ?? false;
}

/** Whether no other status can follow. */
export function isFinal(table: StatusTable, status: string): boolean {
  return table[status]?.length === 0;
}
