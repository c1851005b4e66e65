import type { TicketSummary } from '../../../contract/support.ts';
import type { Tone } from '../../components/base/StatusBadge.tsx';

export const statusTones: Readonly<Record<TicketSummary['status'], Tone>> = {
  open: 'wait',
  inProgress: 'wait',
  resolved: 'gain',
  closed: 'plain',
  unknown: 'plain',
};

const megabyte = 1024 * 1024;

/** A file size as text. */
export function sizeText(bytes: number, locale: string): string {
  const isLarge = bytes >= megabyte;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  }).format(isLarge ? bytes / megabyte : Math.ceil(bytes / 1024));
}
