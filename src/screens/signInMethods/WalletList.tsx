import { Wallet } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import type { FoundWallet } from '../../machines/auth/browserWallet.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';

interface Props {
  wallets: readonly FoundWallet[];
  onPick: (id: string) => void;
}

/** The wallets that this browser has, to choose from. */
export function WalletList({ wallets, onPick }: Props) {
  const { t } = useTranslation(failureNamespaces);
  return (
    <ul className="flex flex-col gap-2">
      {wallets.map(({ id, name, icon }) => (
        <li key={id}>
          <Button variant="secondary" isWide onPress={() => onPick(id)}>
            {/* An extension's icon is shown as a picture only, so nothing in it runs. */}
            {icon?.startsWith('data:image/') ? (
              <img src={icon} alt="" width={20} height={20} className="size-5" />
            ) : (
              <Wallet {...iconProps} />
            )}
            {name ?? t('auth:wallet.unnamed')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
