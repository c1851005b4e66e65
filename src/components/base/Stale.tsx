import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { iconProps } from './icon.ts';
import { leaveFocus } from './takeLostFocus.ts';

interface Props {
  /** Says how old the data is and why: "Could not refresh. Figures from 12:04, 6 minutes ago." */
  children: ReactNode;
  retryLabel: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Marks data that could not be refreshed; shown above it. */
export function Stale({ children, retryLabel, onRetry, isRetrying = false }: Props) {
  return (
    <div
      ref={leaveFocus}
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-wait border-dashed py-1 pr-1 pl-4"
    >
      <History {...iconProps} className="shrink-0 text-wait" />
      <p className="min-w-0 flex-1 basis-48 py-2 text-sm">{children}</p>
      <Button variant="quiet" onPress={onRetry} isPending={isRetrying}>
        {retryLabel}
      </Button>
    </div>
  );
}
