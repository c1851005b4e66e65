import { useSelector } from '@xstate/react';
import type { KycLine, KycReview } from '../../../contract/kycReview.ts';
import { documentReasons } from '../../../contract/reasons.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { Button } from '../../components/base/Button.tsx';
import { DocumentView } from '../../components/base/DocumentView.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { KycAreaRef, KycCase, KycChoice, KycDecisionRef } from '../../machines/console/kycArea.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { dayText, instantText } from '../core/dates.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { type Confirmation, DecisionPanel } from './DecisionPanel.tsx';
import { DetailsView } from './DetailsView.tsx';
import { isDocumentReason, isDocumentStatus, isDocumentType, isReviewedStatus, toneOf } from './kycWords.ts';
import { ReasonFields } from './ReasonFields.tsx';
import { useOperatorText } from './useOperatorText.ts';

interface Props {
  area: KycAreaRef;
  decision: KycDecisionRef;
  details: ResourceRef<KycCase>;
}

type Rejecting = Extract<KycChoice, { verdict: 'reject' }>;

const nothingChosen: Rejecting = { verdict: 'reject', document: '', reason: '', note: '' };

/** One verification: the person's details, the documents side by side, and the decision. */
export function KycReviewView({ area, decision, details }: Props) {
  const { t } = useTexts('console');
  const state = useSelector(decision, (snapshot) => snapshot);
  const { subject, choice } = state.context;
  const isRejected = state.matches('done') && choice?.verdict === 'reject';
  const { data, dataKey } = useSelector(details, ({ context }) => context);
  const review = dataKey === subject.id ? data?.review : undefined;
  const unread = review ? undefined : t('console:kyc.loading');
  const whyNot = subject.status === 'pending' ? unread : t('console:kyc.roleMissing');
  const pendingTypes = (review?.documents ?? []).flatMap(({ type, status }) => {
    const known = isDocumentType(type);
    return known !== undefined && status === 'pending' ? [known] : [];
  });
  const last = choice?.verdict === 'reject' ? choice : nothingChosen;
  return (
    <div className="flex flex-col gap-6">
      <DetailsView resource={details} size="h-40" failed={t('console:kyc.caseFailed')}>
        {(shown) => <CaseView shown={shown} />}
      </DetailsView>
      <DecisionPanel<KycLine, KycChoice>
        decision={decision}
        choices={[
          {
            name: 'approve',
            label: t('console:kyc.approve'),
            variant: 'primary',
            reason: whyNot,
            choice: { verdict: 'approve' },
          },
          {
            name: 'reject',
            label: t('console:kyc.reject'),
            variant: 'danger',
            // After the first rejection, further documents of the same submission may be rejected.
            reason: subject.status === 'rejected' ? unread : whyNot,
            // What was typed is kept where it was undone, refused or lost, unless its document was decided meanwhile.
            choice: { ...last, document: pendingTypes.find((type) => type === last.document) ?? '' },
          },
        ]}
        confirmation={(chosen, change, errors) =>
          chosen.verdict === 'approve'
            ? {
                title: t('console:kyc.approveTitle'),
                text: t('console:kyc.approveText'),
                label: t('console:kyc.approve'),
                variant: 'primary',
              }
            : rejection(chosen, change, errors)
        }
        done={({ verdict }) => t(verdict === 'approve' ? 'console:kyc.approved' : 'console:kyc.rejected')}
      />
      {isRejected && (
        <div>
          <Button
            variant="secondary"
            onPress={() => area.send({ type: 'item.opened', item: { ...subject, status: 'rejected' } })}
          >
            {t('console:kyc.rejectMore')}
          </Button>
        </div>
      )}
    </div>
  );

  function rejection(
    chosen: Rejecting,
    change: (choice: KycChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:kyc.rejectTitle'),
      text: t('console:kyc.rejectText'),
      label: t('console:withdrawals.reject'),
      variant: 'danger',
      fields: (
        <>
          <Select
            label={t('console:kyc.document')}
            placeholder={t('console:kyc.chooseDocument')}
            options={pendingTypes.map((value) => ({ value, label: t(`console:kyc.types.${value}`) }))}
            value={chosen.document === '' ? null : chosen.document}
            onChange={(document) => change({ ...chosen, document })}
            error={errors.document && t(ruleText('document', errors.document))}
          />
          <ReasonFields
            options={documentReasons.map((value) => ({ value, label: t(`console:kyc.reasons.${value}`) }))}
            reason={chosen.reason}
            note={chosen.note}
            errors={errors}
            onChange={(changed) => change({ ...chosen, ...changed })}
          />
        </>
      ),
    };
  }
}

function CaseView({ shown: { review, opened } }: { shown: KycCase }) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const status = isReviewedStatus(review.status);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const labels = {
    zoomIn: t('console:kyc.zoomIn'),
    zoomOut: t('console:kyc.zoomOut'),
    rotate: t('console:kyc.rotate'),
    zoom: (factor: number) => percent.format(factor),
    download: t('console:kyc.download'),
    open: t('console:kyc.open'),
    opensTab: t('console:kyc.opensTab'),
    missing: t('console:kyc.noFile'),
  };
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-x-10 lg:grid-cols-2">
        <Facts>
          <Fact term={t('console:review.status')}>
            <StatusBadge tone={toneOf(review.status)}>
              {status ? t(`console:kyc.statuses.${status}`) : review.status}
            </StatusBadge>
            {review.decided_by !== null && (
              <span className="text-muted text-sm">
                {t('console:review.decidedBy', { name: operatorText(review.decided_by) })}
              </span>
            )}
          </Fact>
          <Fact term={t('console:kyc.born')}>
            {review.date_of_birth === null ? '—' : dayText(review.date_of_birth, locale)}
          </Fact>
          <Fact term={t('console:kyc.country')}>{countryOf(review, locale)}</Fact>
        </Facts>
        <div className="max-lg:mt-3 max-lg:border-line max-lg:border-t">
          <Facts>
            <Fact term={t('console:kyc.address')}>{review.address ?? '—'}</Fact>
            <Fact term={t('console:kyc.email')}>{review.email ?? '—'}</Fact>
            <Fact term={t('console:kyc.submitted')}>
              {review.submitted_at === null ? '—' : instantText(review.submitted_at, locale)}
            </Fact>
          </Facts>
        </div>
      </div>
      <h2 className="font-semibold text-lg">{t('console:kyc.documents')}</h2>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {review.documents.map((document) => {
          const { type, file, name, media_type, reason, reason_code, decided_by } = document;
          const known = isDocumentType(type);
          const said = isDocumentStatus(document.status);
          const code = isDocumentReason(reason_code);
          const title = known ? t(`console:kyc.types.${known}`) : t('console:kyc.unknownType');
          return (
            <DocumentView
              key={file}
              title={title}
              status={
                <StatusBadge tone={toneOf(document.status)}>
                  {said ? t(`console:kyc.documentStatuses.${said}`) : document.status}
                </StatusBadge>
              }
              url={opened.find((each) => each.file === file)?.url ?? null}
              name={name}
              isPicture={media_type.startsWith('image/')}
              labels={{ ...labels, picture: t('console:kyc.picture', { type: title }) }}
            >
              {code && <p className="text-sm">{t(`console:kyc.reasons.${code}`)}</p>}
              {reason !== null && <p className="text-sm [overflow-wrap:anywhere]">{reason}</p>}
              {decided_by !== null && (
                <p className="text-muted text-sm">
                  {t('console:review.decidedBy', { name: operatorText(decided_by) })}
                </p>
              )}
            </DocumentView>
          );
        })}
      </div>
    </div>
  );
}

function countryOf({ country }: KycReview, locale: string): string {
  return country === null ? '—' : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country);
}
