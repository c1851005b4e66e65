import { Snowflake } from 'lucide-react';
import { iconProps } from '../../components/base/icon.ts';
import { useWalletWords } from './walletWords.ts';

/** Why nothing can be moved, and what to do about it. */
export function FrozenAccount() {
  const { t } = useWalletWords();
  return (
    <section
      aria-labelledby="frozen-account"
      className="flex gap-3 rounded-card border border-halt bg-surface p-4"
    >
      <Snowflake {...iconProps} className="mt-0.5 shrink-0 text-halt" />
      <div className="flex flex-col gap-1">
        <h2 id="frozen-account" className="font-semibold">
          {t('wallet:frozenAccount.title')}
        </h2>
        <p>{t('wallet:frozenAccount.text')}</p>
        <p>{t('wallet:frozenAccount.next')}</p>
      </div>
    </section>
  );
}
