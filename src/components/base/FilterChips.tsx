import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { classes } from './classes.ts';
import { iconProps } from './icon.ts';
import { OneLine } from './OneLine.tsx';

interface Props<Name extends string> {
  /** The label of the list. */
  label: string;
  /** One chip for each active filter. `removeLabel` contains `text`. */
  chips: readonly { readonly name: Name; readonly text: string; readonly removeLabel: string }[];
  /** A further class of each chip, not of `clear`. */
  chipClass?: string | undefined;
  onRemove: (name: Name) => void;
  /** The id of the element that gets the focus when the last chip is removed. */
  focusId: string;
  /** The button that clears all filters; hidden without chips. */
  clear: ReactNode;
}

/** The active filters, each removed by a click. The focus moves to a neighbour, never to the button that clears all. */
export function FilterChips<Name extends string>(props: Props<Name>) {
  const { label, chips, chipClass, onRemove, focusId, clear } = props;
  if (chips.length === 0) return null;
  const remove = (index: number, list: Element | null | undefined) => {
    const buttons = list?.querySelectorAll<HTMLElement>('[data-chip]');
    const neighbour = buttons?.[index + 1] ?? buttons?.[index - 1] ?? document.getElementById(focusId);
    neighbour?.focus();
    const chip = chips[index];
    if (chip) onRemove(chip.name);
  };
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, text, removeLabel }, index) => (
        <li key={name} className={classes('max-w-full', chipClass)}>
          <Button
            data-chip
            aria-label={removeLabel}
            onPress={({ target }) => remove(index, target.closest('ul'))}
            className="inline-flex min-h-touch max-w-full cursor-pointer items-center gap-1 rounded-full border border-edge bg-surface pr-2 pl-4 text-sm transition-colors hover:border-ink hover:bg-raised"
          >
            <OneLine text={text} />
            <X {...iconProps} className="shrink-0 text-muted" />
          </Button>
        </li>
      ))}
      <li>{clear}</li>
    </ul>
  );
}
