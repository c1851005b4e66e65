import type { KycCase } from '../../../contract/kyc.ts';
import { StatusBadge, type Tone } from '../../components/base/StatusBadge.tsx';
import { useTexts } from '../core/useTexts.ts';

type Document = KycCase['documents'][number];

const tones: Readonly<Record<Document['status'], Tone>> = {
  uploaded: 'plain',
  pending: 'wait',
  approved: 'gain',
  rejected: 'loss',
  unknown: 'plain',
};

/** Each document with its status. */
export function DocumentList({ documents }: { documents: readonly Document[] }) {
  const { t } = useTexts('kyc');
  return (
    <ul className="flex flex-col">
      {documents.map(({ id, type, status, name }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-3"
        >
          <span className="min-w-0">
            {t(`kyc:types.${type}`)}
            <span className="block text-muted text-sm [overflow-wrap:anywhere]">{name}</span>
          </span>
          <StatusBadge tone={tones[status]}>{t(`kyc:documentStatuses.${status}`)}</StatusBadge>
        </li>
      ))}
    </ul>
  );
}
