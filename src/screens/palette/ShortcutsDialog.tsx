import { useSelector } from '@xstate/react';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Kbd } from '../../components/base/Kbd.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { useTranslation } from '../core/useTranslation.ts';

interface Props {
  preferences: PreferencesRef;
  isApple: boolean;
  onClose: () => void;
}

/** Every keyboard shortcut, and where it works. */
export function ShortcutsDialog({ preferences, isApple, onClose }: Props) {
  const { t } = useTranslation(['common', 'palette']);
  const singleKeys = useSelector(preferences, (state) => state.context.singleKeys);
  const command = isApple ? '⌘' : 'Ctrl';
  const keys = [
    { id: 'palette', what: t('palette:shortcuts.palette'), keys: [command, 'K'] },
    { id: 'sidebar', what: t('palette:shortcuts.sidebar'), keys: [command, 'B'] },
    { id: 'shortcuts', what: t('palette:shortcuts.shortcuts'), keys: ['?'] },
    { id: 'balances', what: t('palette:shortcuts.balances'), keys: ['H'] },
    { id: 'close', what: t('palette:shortcuts.close'), keys: ['Esc'] },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('palette:shortcuts.title')}
      closeLabel={t('common:actions.close')}
    >
      <Facts>
        {keys.map((entry) => (
          <Fact key={entry.id} term={entry.what} isBeside>
            <span className="flex gap-1">
              {entry.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          </Fact>
        ))}
      </Facts>
      <div className="pt-4">
        <Checkbox
          isSelected={singleKeys}
          onChange={() => preferences.send({ type: 'singleKeys.toggled' })}
          description={t('palette:shortcuts.typing')}
        >
          {t('palette:shortcuts.single')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
