import { PencilLine } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import type { SetAside } from '../../machines/core/savedFlow.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  drafts: readonly SetAside[];
  /** A short name of a draft: `15 ZST`. Null when it has none. */
  nameOf: (draft: SetAside) => string | null;
  onContinue: (draft: SetAside) => void;
  onDrop: (draft: SetAside) => void;
}

/** The pressed button disappears with its draft. */
const focusForm = () => document.getElementById('field-amount')?.focus();

/** The drafts that were set aside for what the address asks: each can be continued or dropped. */
export function SetAsideDrafts({ drafts, nameOf, onContinue, onDrop }: Props) {
  const { t } = useTexts('transactions');
  if (drafts.length === 0) return null;
  return (
    <section
      aria-label={t('transactions:aside.label')}
      className="flex flex-col gap-1 rounded-card border border-edge bg-raised py-1 pr-1 pl-4"
    >
      {drafts.map((draft) => {
        const name = nameOf(draft);
        return (
          <div
            key={JSON.stringify(draft.values)}
            className="flex flex-wrap items-center justify-between gap-x-2"
          >
            <p className="flex min-w-0 items-center gap-3 py-2 text-sm">
              <PencilLine {...iconProps} className="shrink-0 text-muted" />
              {t('transactions:aside.label')}
            </p>
            <span className="flex min-w-0 flex-wrap">
              <Button
                variant="quiet"
                onPress={() => {
                  focusForm();
                  onContinue(draft);
                }}
              >
                <span className="[overflow-wrap:anywhere]">
                  {name === null
                    ? t('transactions:aside.continue')
                    : t('transactions:aside.continueWith', { name })}
                </span>
              </Button>
              <Button
                variant="quiet"
                {...(name !== null && { 'aria-label': t('transactions:aside.dropNamed', { name }) })}
                onPress={() => {
                  focusForm();
                  onDrop(draft);
                }}
              >
                {t('transactions:aside.drop')}
              </Button>
            </span>
          </div>
        );
      })}
    </section>
  );
}
