import { useSelector } from '@xstate/react';
import { type KycLine, reviewedStatuses } from '../../../contract/kycReview.ts';
import { OneLine } from '../../components/base/OneLine.tsx';
import type { KycAreaRef } from '../../machines/console/kycArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { KycReviewView } from './KycReviewView.tsx';
import { ReviewFrame } from './ReviewFrame.tsx';

/** Identity verifications: the list by status, or one of them with its documents. */
export default function KycScreen({ area }: { area: KycAreaRef }) {
  const { t, locale } = useTexts('console');
  const opened = useSelector(area, ({ context }) => context.opened);
  const nameOf = ({ first_name, last_name, email }: KycLine) =>
    [first_name, last_name].filter(Boolean).join(' ') || email || t('console:kyc.nobody');
  return (
    <ReviewFrame
      area={area}
      title={t('console:kyc.title')}
      empty={t('console:kyc.empty')}
      failed={t('console:kyc.failed')}
      nameOf={nameOf}
      itemKey={({ id }) => id}
      statuses={reviewedStatuses.map((value) => ({ value, label: t(`console:kyc.statuses.${value}`) }))}
      row={(item) => (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <OneLine text={nameOf(item)} />
            <OneLine className="text-muted text-sm" text={item.email} />
          </span>
          <span className="hidden w-12 shrink-0 text-muted text-sm sm:block">{item.country}</span>
          {item.submitted_at !== null && (
            <time dateTime={item.submitted_at} className="shrink-0 text-muted text-sm">
              {instantText(item.submitted_at, locale)}
            </time>
          )}
        </>
      )}
    >
      {(decision, details) => (
        <KycReviewView key={opened} area={area} decision={decision} details={details} />
      )}
    </ReviewFrame>
  );
}
