/** The status vocabularies are the spec's (section 4); the allowed steps, which it leaves open, are decided here. */

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

/** A subject's table: from each status, the statuses that may come next. */
export type StatusTable = Readonly<Record<string, readonly string[]>>;

export type TransactionStatus = keyof typeof transactionSteps;
export type KycStatus = keyof typeof kycSteps;
export type TicketStatus = keyof typeof ticketSteps;
export type DocumentStatus = keyof typeof documentSteps;

/** Whether `table` lets a subject go from one status to the other. An unknown status goes nowhere. */
export function canStep(table: StatusTable, from: string, to: string): boolean {
  return table[from]?.includes(to) ?? false;
}

/** A status from which nothing more can come. */
export function isFinal(table: StatusTable, status: string): boolean {
  return table[status]?.length === 0;
}
