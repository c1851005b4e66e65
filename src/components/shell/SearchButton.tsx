import { Search } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { iconProps } from '../base/icon.ts';
import { Kbd } from '../base/Kbd.tsx';

interface Props {
  label: string;
  /** The shortcut, shown where there is a keyboard and room. */
  keys: string;
  onPress: () => void;
}

/** Opens the command palette. */
export function SearchButton({ label, keys, onPress }: Props) {
  return (
    <Button
      aria-label={label}
      aria-keyshortcuts="Control+K Meta+K"
      onPress={onPress}
      className="inline-flex h-touch min-w-touch shrink-0 cursor-pointer items-center justify-center gap-2 rounded-field px-2 text-muted transition-colors hover:bg-ink/6 hover:text-ink"
    >
      <Search {...iconProps} />
      <span aria-hidden className="hover-none:hidden max-md:hidden">
        <Kbd>
          {/* Drawn by CSS, because an accessible name has to contain all visible text. */}
          <span data-keys={keys} className="after:content-[attr(data-keys)]" />
        </Kbd>
      </span>
    </Button>
  );
}
