import { Failure } from '../../components/base/Failure.tsx';
import { useTexts } from '../../screens/core/useTexts.ts';

/** Stands in place of a part of a page whose code did not come. */
export function PartFailure() {
  const { t } = useTexts('transactions');
  return (
    <Failure
      title={t('transactions:byWallet.loadFailed')}
      retry={{
        label: t('transactions:byWallet.reload'),
        isBusy: false,
        onPress: () => window.location.reload(),
      }}
    >
      {t('common:errors.network')}
    </Failure>
  );
}
