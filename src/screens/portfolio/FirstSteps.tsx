import { Circle, CircleCheck } from 'lucide-react';
import type { User } from '../../../contract/user.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Row } from '../../components/base/Row.tsx';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import { sectionAddress } from '../core/profileSections.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  /** Whether an email address is verified; null while unknown, like `hasDeposit`. */
  hasEmail: boolean | null;
  /** Whether the server can send the email that verifies an address. Without it that step is shown only when it is done. */
  sendsEmails: boolean;
  status: User['kyc_status'];
  hasDeposit: boolean | null;
}

/** The completed and remaining steps of a new wallet; nothing unless a step is known to remain. */
export function FirstSteps({ hasEmail, sendsEmails, status, hasDeposit }: Props) {
  const { t } = useTexts('wallet');
  const isVerified = status === 'unknown' ? null : status === 'approved';
  const steps = [
    { href: sectionAddress('security'), title: t('wallet:steps.email'), isDone: hasEmail },
    {
      href: '/kyc',
      title: t('wallet:steps.identity'),
      isDone: isVerified,
      ...(status === 'pending' && { under: t('wallet:steps.pending') }),
    },
    { href: transactionsAddress('receive'), title: t('wallet:steps.deposit'), isDone: hasDeposit },
  ];
  const shown = sendsEmails || hasEmail ? steps : steps.slice(1);
  if (!shown.some(({ isDone }) => isDone === false)) return null;
  return (
    <section aria-labelledby="first-steps" className="flex flex-col">
      <h3 id="first-steps" className="text-muted text-sm">
        {t('wallet:steps.title')}
      </h3>
      <ul>
        {shown.map(({ href, title, isDone, under }) => (
          <li key={title} className="border-line border-t first:border-t-0">
            <Row
              href={isDone ? null : href}
              mark={
                isDone ? (
                  <CircleCheck {...iconProps} className="shrink-0 text-gain" />
                ) : (
                  <Circle {...iconProps} className="shrink-0 text-faint" />
                )
              }
              title={title}
              {...(under !== undefined && { under })}
              {...(isDone && { aside: t('wallet:steps.done') })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
