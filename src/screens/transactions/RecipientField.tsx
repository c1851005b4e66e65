import { useSelector } from '@xstate/react';
import { BookUser, ScanQrCode } from 'lucide-react';
import { Suspense } from 'react';
import type { WalletToken } from '../../../contract/wallet.ts';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { TimeLeft } from '../../components/base/TimeLeft.tsx';
import { TextField, type TextFieldProps } from '../../components/fields/TextField.tsx';
import type { PaymentRef } from '../../machines/money/paymentMachine.ts';
import { isFilledBy, paymentRequestProblem } from '../../machines/money/paymentRequest.ts';
import { type SavedRecipientsRef, savedRecipient } from '../../machines/money/savedRecipientsMachine.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';

const SavedRecipients = lazyPart(() => import('./SavedRecipients.tsx'));
const ScanDialog = lazyPart(() => import('./ScanDialog.tsx'));

interface Props {
  /** The flow that a scanned code fills in. */
  payment: PaymentRef;
  /** The token that is paid. */
  token: string;
  field: Pick<TextFieldProps, 'id' | 'name' | 'error'> & { value: string };
  onChange: (to: string) => void;
  recipients: SavedRecipientsRef;
  /** The tokens against which a payment link is checked; null while unknown. */
  tokens: readonly WalletToken[] | null;
}

/** The recipient: typed, pasted (also as a payment link), scanned, or chosen from the address book, with the label of a saved one. */
export function RecipientField({ payment, token, field, onChange, recipients, tokens }: Props) {
  const { t } = useTexts('transactions');
  const book = useSelector(recipients, ({ children }) => children.book);
  const known = useSelector(book, (snapshot) => snapshot?.context.data ?? null);
  const scan = useSelector(recipients, ({ children }) => children.scan);
  const isScanning = useSelector(scan, (snapshot) => snapshot !== undefined && !snapshot.matches('off'));
  const { now } = useSelector(recipients, ({ context }) => context);
  const isOpen = useSelector(recipients, (snapshot) => snapshot.matches('open'));
  const saved = savedRecipient(known, field.value, token);
  const link = useSelector(recipients, ({ context }) => context.link);
  const problem = paymentRequestProblem(field.value, tokens);
  const isFilled = isFilledBy(link, field.value, tokens);
  const change = (to: string) => {
    onChange(to);
    recipients.send({ type: 'recipient.typed', to });
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <TextField
          {...field}
          error={problem ? t(`transactions:link.${problem}`) : field.error}
          onChange={change}
          label={t('transactions:payment.to')}
          description={
            isFilled ? (
              t('transactions:link.filled')
            ) : saved ? (
              <Saved label={saved.label} until={Date.parse(saved.usable_from)} now={now} />
            ) : (
              t('transactions:payment.toHelp')
            )
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
        />
        <LiveRegion
          message={
            problem ? t(`transactions:link.${problem}`) : isFilled ? t('transactions:link.filled') : ''
          }
        />
      </div>
      <div className="flex flex-wrap gap-2 max-[22.5rem]:gap-1">
        <Button
          variant="secondary"
          aria-label={t('transactions:saved.choose')}
          onPress={() => recipients.send({ type: 'saved.opened' })}
        >
          <BookUser {...iconProps} />
          {t('transactions:saved.chooseShort')}
        </Button>
        <Button
          variant="secondary"
          aria-label={t('transactions:scan.title')}
          onPress={() => scan?.send({ type: 'scan.opened', payment })}
        >
          <ScanQrCode {...iconProps} />
          {t('transactions:scan.titleShort')}
        </Button>
      </div>
      <Suspense>
        {scan && isScanning && <ScanDialog scan={scan} payment={payment} />}
        {isOpen && book && (
          <SavedRecipients
            recipients={recipients}
            book={book}
            token={token}
            onChoose={(address) => {
              onChange(address);
              recipients.send({ type: 'saved.closed' });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

function Saved({ label, until, now }: { label: string; until: number; now: () => number }) {
  const { t, locale } = useTexts('transactions');
  return (
    <>
      {t('transactions:saved.as', { label })}
      {until > now() && (
        <span className="text-wait">
          {' '}
          {t('transactions:saved.waits')} <TimeLeft until={until} now={now} locale={locale} />.
        </span>
      )}
    </>
  );
}
