import { Info } from 'lucide-react';
import { Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { Hindrance } from '../../machines/money/hindrance.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';

const FrozenAccount = lazyPart(() => import('./FrozenAccount.tsx'));

interface Props {
  hindrance: Hindrance | null;
  /** The token that would be paid. */
  token: string;
  /** Why the account is frozen, if known. */
  freeze: User['freeze'];
}

/** Why money cannot be moved now, before a form is filled in. A lost connection is said at the top of the page. */
export function HindranceNotice({ hindrance, token, freeze }: Props) {
  const { t } = useTexts('transactions');
  if (hindrance === null || hindrance === 'offline') return null;
  if (hindrance === 'frozen') {
    return (
      <Suspense fallback={<Skeleton className="h-44 md:h-30" />}>
        <FrozenAccount freeze={freeze ?? null} />
      </Suspense>
    );
  }
  return (
    <p className="flex gap-3 rounded-card border border-edge bg-raised p-4 text-sm">
      <Info {...iconProps} className="shrink-0 text-muted" />
      {t(`transactions:hindrance.${hindrance}`, { token })}
    </p>
  );
}
