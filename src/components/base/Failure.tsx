import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { iconProps } from './icon.ts';
import { leaveFocus } from './takeLostFocus.ts';

interface Props {
  /** What went wrong. */
  title: string;
  /** What is still true ("Your funds are safe"), and what the person can do. */
  children?: ReactNode;
  /** Left out when a retry cannot help. */
  retry?: { readonly label: string; readonly isBusy: boolean; readonly onPress: () => void } | undefined;
  /** Another action, beside the retry. */
  action?: ReactNode;
}

/** Says that something could not be loaded. Announced when it appears; replaces only the affected part of the page. */
export function Failure({ title, children, retry, action }: Props) {
  return (
    <div
      ref={leaveFocus}
      role="alert"
      className="flex flex-col items-center gap-2 rounded-card border border-edge bg-surface px-6 py-10 text-center"
    >
      <CloudOff {...iconProps} size={28} className="text-loss" />
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-prose text-balance text-muted">{children}</div>}
      {(retry || action) && (
        <div className="flex flex-wrap justify-center gap-2 pt-3">
          {retry && (
            <Button variant="secondary" onPress={retry.onPress} isPending={retry.isBusy}>
              {retry.label}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
