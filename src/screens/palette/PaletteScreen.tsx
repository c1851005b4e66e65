import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { CommandPalette } from '../../components/shell/CommandPalette.tsx';
import type { PaletteTokensRef } from '../../machines/shell/paletteArea.ts';
import type { PaletteRef } from '../../machines/shell/paletteMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { type Command, findCommands } from './findCommands.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { tokenCommands } from './tokenCommands.ts';

interface Props {
  palette: PaletteRef;
  tokens: PaletteTokensRef;
  preferences: PreferencesRef;
  places: readonly Command[];
  actions: readonly (Command & { run: () => void })[];
  /** The keyboard has a Command key in place of Ctrl. */
  isApple: boolean;
}

/** The command palette: everything that can be gone to or done, and the keys for it. */
export default function PaletteScreen({ palette, tokens, preferences, places, actions, isApple }: Props) {
  const { t } = useTranslation(['common']);
  const query = useSelector(palette, ({ context }) => context.query);
  const isListing = useSelector(palette, (state) => state.matches('shortcuts'));
  const isFinding = useSelector(palette, (state) => state.matches('commands'));
  const listed = useSelector(tokens, ({ context }) => context.data) ?? [];
  const close = () => palette.send({ type: 'closed' });
  const groups = findCommands(
    [
      { id: 'places', title: t('common:palette.places'), commands: places },
      { id: 'actions', title: t('common:palette.actions'), commands: actions },
      { id: 'tokens', title: t('common:palette.tokens'), commands: tokenCommands(listed, t) },
    ],
    query,
  );

  if (isListing) return <ShortcutsDialog preferences={preferences} isApple={isApple} onClose={close} />;
  if (!isFinding) return null;
  return (
    <CommandPalette
      label={t('common:palette.label')}
      placeholder={t('common:palette.placeholder')}
      emptyText={t('common:palette.empty')}
      footer={t('common:palette.footer')}
      query={query}
      onQueryChange={(text) => palette.send({ type: 'query.typed', query: text })}
      groups={groups}
      onAction={(id) => {
        close();
        actions.find((action) => action.id === id)?.run();
      }}
      closeLabel={t('common:actions.close')}
      onClose={close}
    />
  );
}
