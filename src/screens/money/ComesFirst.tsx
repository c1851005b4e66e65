import { Info } from 'lucide-react';
import { iconProps } from '../../components/base/icon.ts';
import type { FlowValues } from '../../machines/core/savedFlow.ts';
import { isAnotherRequest } from '../../machines/money/setAside.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  flow: { readonly prefill: Partial<FlowValues>; readonly values: FlowValues };
}

/** Says why a payment in progress is shown instead of what the address asks for. */
export function ComesFirst({ flow: { prefill, values } }: Props) {
  const { t } = useTexts('transactions');
  if (!isAnotherRequest(prefill, values)) return null;
  return (
    <p role="status" className="flex gap-3 rounded-card border border-edge bg-raised p-4 text-sm">
      <Info {...iconProps} className="shrink-0 text-muted" />
      {t('transactions:flow.comesFirst')}
    </p>
  );
}
