/** Updates transactions, and pages of them, with the confirmations that the stream reports. */
import type { Page } from '../../../contract/paging.ts';
import type { StreamConfirmations } from '../../../contract/rates.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

interface Line {
  readonly id: string;
}

export function withConfirmations<Data extends Line>(line: Data, told: StreamConfirmations): Data {
  const { id, seen, needed } = told;
  return line.id === id ? { ...line, confirmations: { seen, needed } } : line;
}

export function pageWithConfirmations<Data extends Line>(
  page: Page<Data>,
  told: StreamConfirmations,
): Page<Data> {
  return { ...page, data: page.data.map((line) => withConfirmations(line, told)) };
}

/** Reads the current state of what a flow has sent, by its id. */
export function createReceiptMachine<Result extends Line>(flow: string) {
  return createResourceMachine<Result>(`${flow}Receipt`, withConfirmations);
}
