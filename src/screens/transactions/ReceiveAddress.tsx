import { TriangleAlert, Wallet } from 'lucide-react';
import type { DepositAddress } from '../../../contract/addresses.ts';
import { exactText } from '../../../contract/amountParts.ts';
import { buttonClasses } from '../../components/base/buttonClasses.ts';
import { Card } from '../../components/base/Card.tsx';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { QrCode } from '../../components/money/QrCode.tsx';
import { walletDepositAddress } from '../../machines/money/transactionsQuery.ts';
import { useTexts } from '../core/useTexts.ts';

/** The person's deposit address: as a QR code, as text, and as a link for a wallet on the same device. */
export function ReceiveAddress({ address: given }: { address: DepositAddress }) {
  const { t, locale } = useTexts('transactions');
  const { token, network, address, uri, chain } = given;
  const { minimum_deposit: least, confirmations_needed: count } = given;
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="font-semibold text-lg">{t('transactions:receive.title', { token })}</h2>
      <p className="flex gap-2 rounded-card border border-wait p-3 text-sm">
        <TriangleAlert {...iconProps} className="shrink-0 text-wait" />
        {t('transactions:receive.only', { token, network })}
      </p>
      {/* The address follows the code. Where there is room, its line takes the whole width, and the network stands beside the code. */}
      <div className="grid justify-items-center gap-5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:justify-items-start">
        <QrCode value={uri} label={t('transactions:receive.qr', { token })} />
        <div className="flex w-full min-w-0 flex-col gap-4 sm:col-span-2">
          <dl className="flex flex-col gap-1">
            <dt className="text-muted text-sm">{t('transactions:receive.address')}</dt>
            <dd>
              <MonoGroups value={address} />
            </dd>
          </dl>
          <div className="flex flex-wrap gap-2 max-sm:*:grow">
            <CopyButton
              variant="primary"
              value={address}
              label={t('transactions:copy.action')}
              copiedLabel={t('transactions:copy.done')}
              failedLabel={t('transactions:copy.failed')}
            />
            {/* A plain link, because the router would turn it into an address of this site. */}
            <a href={uri} className={buttonClasses('quiet')}>
              {t('transactions:receive.open')}
            </a>
          </div>
        </div>
        <div className="flex w-full min-w-0 flex-col gap-3 sm:col-start-2 sm:row-start-1">
          <dl className="flex flex-col gap-1">
            <dt className="text-muted text-sm">{t('transactions:receive.network')}</dt>
            <dd>{network}</dd>
          </dl>
          {(least || count) && (
            <p className="text-sm">
              {[
                least && t('transactions:receive.minimum', { amount: exactText(least, locale), token }),
                count && t('transactions:receive.credited', { count }),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
        </div>
      </div>
      {chain && (
        <LinkButton href={walletDepositAddress(token)} variant="secondary" isWide>
          <Wallet {...iconProps} />
          {t('transactions:byWallet.open')}
        </LinkButton>
      )}
    </Card>
  );
}
