import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconProps } from '../../components/base/icon.ts';

/** Says what is being waited for. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2">
      <LoaderCircle {...iconProps} className="shrink-0 animate-spin text-muted motion-reduce:animate-none" />
      <span>{children}</span>
    </p>
  );
}
