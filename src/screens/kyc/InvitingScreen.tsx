import { Camera, CircleX, FileText, Hourglass, IdCard, ShieldCheck } from 'lucide-react';
import type { KycCase } from '../../../contract/kyc.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { type Icon, iconProps } from '../../components/base/icon.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { RejectionReason } from './RejectionReason.tsx';

interface Props {
  kyc: KycCase;
  isBusy: boolean;
  onBegin: () => void;
}

/** Invites to a verification: the first one, after a rejection, or after an expiry. */
export function InvitingScreen({ kyc, isBusy, onBegin }: Props) {
  const { t } = useTexts('kyc');
  const kind = kyc.status === 'rejected' || kyc.status === 'expired' ? kyc.status : 'notStarted';
  const Glyph = { notStarted: ShieldCheck, rejected: CircleX, expired: Hourglass }[kind];
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex gap-3">
        <Glyph
          {...iconProps}
          className={`mt-1 shrink-0 ${kind === 'notStarted' ? 'text-zest-ink' : 'text-loss'}`}
        />
        <h2 className="font-semibold text-lg">{t(`kyc:${kind}.title`)}</h2>
      </div>
      <p>{t(`kyc:${kind}.text`)}</p>
      {kind === 'notStarted' && <Needed />}
      {kind === 'rejected' && <Reasons kyc={kyc} />}
      {kind === 'expired' && <ExpiredSince kyc={kyc} />}
      <div>
        <Button isPending={isBusy} onPress={onBegin}>
          {t(`kyc:${kind}.begin`)}
        </Button>
      </div>
    </Card>
  );
}

const needed: readonly { part: 'identity' | 'address' | 'selfie'; icon: Icon }[] = [
  { part: 'identity', icon: IdCard },
  { part: 'address', icon: FileText },
  { part: 'selfie', icon: Camera },
];

function Needed() {
  const { t } = useTexts('kyc');
  return (
    <ul className="flex flex-col gap-2">
      {needed.map(({ part, icon: Glyph }) => (
        <li key={part} className="flex gap-3">
          <Glyph {...iconProps} className="mt-0.5 shrink-0 text-muted" />
          {t(`kyc:notStarted.${part}`)}
        </li>
      ))}
    </ul>
  );
}

function Reasons({ kyc: { documents } }: { kyc: KycCase }) {
  const { t } = useTexts('kyc');
  return (
    <ul className="flex flex-col gap-3">
      {documents
        .filter(({ status }) => status === 'rejected')
        .map((document) => (
          <li key={document.id} className="rounded-card border border-loss p-4">
            <p className="font-medium">{t(`kyc:types.${document.type}`)}</p>
            <RejectionReason document={document} />
          </li>
        ))}
    </ul>
  );
}

function ExpiredSince({ kyc: { expires_at } }: { kyc: KycCase }) {
  const { t, locale } = useTexts('kyc');
  if (expires_at === null) return null;
  return <p className="text-muted">{t('kyc:expired.since', { date: instantText(expires_at, locale) })}</p>;
}
