import { ArrowRight, X } from 'lucide-react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { typedText } from '../../../contract/amountParts.ts';
import { IconButton } from '../../components/base/IconButton.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import type { Onward } from '../../machines/shell/onward.ts';
import { useTranslation } from '../core/useTranslation.ts';

interface Props {
  onward: Onward;
  /** Whether amounts are hidden. */
  isHidden: boolean;
  onDismiss: () => void;
}

/** Offers once to continue what the person began before they logged in. */
export function OnwardLine({ onward, isHidden, onDismiss }: Props) {
  const { t } = useTranslation(['common', 'meta']);
  const { locale } = useLocale();
  return (
    <p className="flex items-center gap-1">
      <Link
        href={onward.to}
        className="inline-flex min-h-touch min-w-0 items-center gap-2 [overflow-wrap:anywhere]"
      >
        <ArrowRight {...iconProps} className="shrink-0" />
        {'page' in onward
          ? t('common:onward.page', { page: t(`meta:${onward.page}.title`) })
          : t(isHidden ? `common:onward.${onward.flow}Hidden` : `common:onward.${onward.flow}`, {
              amount: typedText(onward.amount, locale),
              token: onward.token,
            })}
      </Link>
      <IconButton icon={X} label={t('common:notices.dismiss')} onPress={onDismiss} />
    </p>
  );
}
