import { Bell } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from 'react-aria-components/Button';
import { iconProps } from '../base/icon.ts';

interface Props {
  /** Includes the count in words. */
  label: string;
  /** Zero shows no badge. */
  count: number;
  isOpen: boolean;
  onPress: () => void;
  buttonRef: Ref<HTMLButtonElement>;
}

/** The number of unread notifications, in the header. */
export function BellButton({ label, count, isOpen, onPress, buttonRef }: Props) {
  return (
    <Button
      ref={buttonRef}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPress={onPress}
      className="inline-flex h-touch min-w-touch shrink-0 cursor-pointer items-center justify-center gap-0.5 rounded-field px-1 text-muted transition-colors hover:bg-ink/6 hover:text-ink"
    >
      <Bell {...iconProps} />
      {count > 0 && (
        <span
          aria-hidden
          className="min-w-5 rounded-full border border-ink bg-zest px-1 text-center font-semibold text-on-zest text-xs"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Button>
  );
}
