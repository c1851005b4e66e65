import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { FilterChips } from '../../components/base/FilterChips.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import type { FilterSet } from '../../machines/core/createFilterMachine.ts';
import { useTexts } from './useTexts.ts';

type PanelEvent<Name extends string> =
  | { readonly type: 'display.chosen'; readonly display: { readonly isPanelOpen: boolean } }
  | (FilterSet<Name> & { readonly type: 'filter.chosen' })
  | { readonly type: 'filters.cleared' };

/** By the width below which the fields are folded, which is `limit` in pixels: the classes. */
const folds = {
  sm: { limit: 640, button: 'sm:hidden', fields: 'max-sm:hidden', chip: undefined },
  /** From there on the fields alone say what is set. */
  md: { limit: 768, button: 'md:hidden', fields: 'max-md:hidden', chip: 'md:hidden' },
};

interface Props<Name extends string> {
  foldedBelow: keyof typeof folds;
  /** Whether the fields are unfolded on a narrow page. */
  isOpen: boolean;
  /** Whether a filter in the address is invalid; then the fields, which say so, are never folded. */
  isInvalid: boolean;
  /** The active filters in words. */
  active: readonly { readonly name: Name; readonly text: string }[];
  send: (event: PanelEvent<Name>) => void;
  /** What is never folded, with the button that unfolds the rest. */
  head: (button: ReactNode) => ReactNode;
  /** The fields. */
  children: ReactNode;
}

const filtersId = 'filters';
const panelId = 'filter-panel';

/** The filters of a list: on a narrow page the fields are behind a button, and each active filter is a chip that removes it. */
export function FilterPanel<Name extends string>(props: Props<Name>) {
  const { foldedBelow, isOpen, isInvalid, active, send, head, children } = props;
  const { t } = useTexts('transactions');
  const fold = folds[foldedBelow];
  const isUnfolded = isOpen || isInvalid;
  const isNarrow = useIsNarrow(fold.limit);
  return (
    <section
      id={filtersId}
      tabIndex={-1}
      aria-label={t('transactions:filters.label')}
      className="focus-elsewhere flex flex-col gap-4"
    >
      {head(
        <div className={fold.button}>
          <Button
            variant="secondary"
            aria-expanded={isUnfolded}
            aria-controls={panelId}
            onPress={() => send({ type: 'display.chosen', display: { isPanelOpen: !isOpen } })}
          >
            <SlidersHorizontal {...iconProps} />
            <span className="max-[22.5rem]:sr-only">{t('transactions:filters.label')}</span>
          </Button>
        </div>,
      )}
      <div id={panelId} className={classes('flex flex-col gap-4', !isUnfolded && fold.fields)}>
        {/* Folded fields are not drawn, and their code does not load. */}
        {(isUnfolded || !isNarrow) && children}
      </div>
      <FilterChips
        label={t('transactions:filters.set')}
        chips={active.map(({ name, text }) => {
          const short = text.slice(0, 60);
          return { name, text: short, removeLabel: t('transactions:filters.remove', { filter: short }) };
        })}
        chipClass={fold.chip}
        focusId={filtersId}
        onRemove={(name) => send({ type: 'filter.chosen', name, value: '' })}
        clear={
          <Button
            variant="quiet"
            onPress={() => {
              document.getElementById(filtersId)?.focus();
              send({ type: 'filters.cleared' });
            }}
          >
            {t('transactions:filters.clear')}
          </Button>
        }
      />
    </section>
  );
}
