import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Kbd } from '../../components/base/Kbd.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';

interface Props {
  preferences: PreferencesRef;
  isApple: boolean;
  onClose: () => void;
}

/** Every key that does something here, and where it does. */
export function ShortcutsDialog({ preferences, isApple, onClose }: Props) {
  const { t } = useTranslation(['common']);
  const singleKeys = useSelector(preferences, (state) => state.context.singleKeys);
  const command = isApple ? '⌘' : 'Ctrl';
  const keys = [
    { id: 'palette', what: t('common:shortcuts.palette'), keys: [command, 'K'] },
    { id: 'sidebar', what: t('common:shortcuts.sidebar'), keys: [command, 'B'] },
    { id: 'shortcuts', what: t('common:shortcuts.shortcuts'), keys: ['?'] },
    { id: 'balances', what: t('common:shortcuts.balances'), keys: ['H'] },
    { id: 'close', what: t('common:shortcuts.close'), keys: ['Esc'] },
  ];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('common:shortcuts.title')}
      closeLabel={t('common:actions.close')}
    >
      <Facts>
        {keys.map((entry) => (
          <Fact key={entry.id} term={entry.what}>
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
          description={t('common:shortcuts.typing')}
        >
          {t('common:shortcuts.single')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
