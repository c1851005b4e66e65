import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { CommandPalette } from '../../components/shell/CommandPalette.tsx';
import type { PaletteLists, PaletteTokensRef } from '../../machines/shell/paletteArea.ts';
import type { PaletteRef } from '../../machines/shell/paletteMachine.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { type Command, findCommands } from './findCommands.ts';
import { bookCommands, ticketCommands, transactionCommands } from './foundCommands.ts';
import { requestCommands } from './requestCommands.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { addressCommands, tokenCommands } from './tokenCommands.ts';
import { usePaletteLists } from './usePaletteLists.ts';

interface Props {
  palette: PaletteRef;
  tokens: PaletteTokensRef;
  lists: PaletteLists;
  preferences: PreferencesRef;
  places: readonly Command[];
  actions: readonly (Command & { run: () => void })[];
  /** The last copied address, or the one that the browser did not copy; null for none. */
  copied: { readonly address: string; readonly isDone: boolean } | null;
  /** Copies an address; null clears the last one. */
  onCopy: (address: string | null) => void;
  /** Whether the keyboard has a Command key instead of Ctrl. */
  isApple: boolean;
}

/** The command palette: every page, action and found item, and the list of shortcuts. */
export default function PaletteScreen(props: Props) {
  const { palette, preferences, isApple } = props;
  const isListing = useSelector(palette, (state) => state.matches('shortcuts'));
  const isFinding = useSelector(palette, (state) => state.matches('commands'));
  if (isListing) {
    const close = () => palette.send({ type: 'closed' });
    return <ShortcutsDialog preferences={preferences} isApple={isApple} onClose={close} />;
  }
  return isFinding ? <Commands {...props} /> : null;
}

function Commands({ palette, tokens, lists, preferences, places, actions, copied, onCopy }: Props) {
  const { t, locale } = useTexts('palette', 'transactions');
  const query = useSelector(palette, ({ context }) => context.query);
  const isTyping = useSelector(palette, (state) => state.hasTag('typing'));
  const listed = useSelector(tokens, ({ context }) => context.data) ?? [];
  const isHidden = useSelector(preferences, ({ context }) => context.hideBalances);
  const known = usePaletteLists(lists);
  const close = () => palette.send({ type: 'closed' });

  const shown = { t, locale, isHidden };
  const isBlank = query.trim() === '';
  const own = isBlank ? [] : addressCommands(known.addresses, onCopy, t);
  const found = [
    { id: 'asked', title: t('palette:asked'), commands: requestCommands(query, t, locale) },
    ...findCommands(
      [
        { id: 'places', title: t('palette:places'), commands: places },
        { id: 'actions', title: t('palette:actions'), commands: [...actions, ...own] },
        { id: 'tokens', title: t('palette:tokens'), commands: tokenCommands(listed, t) },
      ],
      query,
    ),
    {
      id: 'transactions',
      title: t('palette:transactions'),
      commands: isBlank ? [] : transactionCommands(known.found, known.recent, query, shown),
    },
    { id: 'addresses', title: t('palette:addresses'), commands: bookCommands(known.book, query) },
    { id: 'tickets', title: t('palette:tickets'), commands: ticketCommands(known.tickets, query, shown) },
  ];
  const isSearching = !isBlank && (isTyping || known.isBusy);

  return (
    <CommandPalette
      label={t('common:search')}
      placeholder={t('palette:placeholder')}
      emptyText={isSearching ? t('palette:searching') : t('palette:empty')}
      status={
        copied ? (
          <p className="py-2">
            {t(copied.isDone ? 'palette:copied' : 'palette:copyFailed', { address: copied.address })}
          </p>
        ) : isBlank ? null : known.problem ? (
          <>
            <p className="py-2">{t(known.problem)}</p>
            <Button variant="quiet" onPress={known.retry}>
              {t('palette:retry')}
            </Button>
          </>
        ) : isSearching ? (
          <p className="py-2">{t('palette:searching')}</p>
        ) : null
      }
      footer={t('palette:footer')}
      query={query}
      onQueryChange={(text) => {
        onCopy(null);
        palette.send({ type: 'query.typed', query: text });
      }}
      groups={found.filter(({ commands }) => commands.length > 0)}
      onAction={(id) => {
        const copying = own.find((each) => each.id === id && each.run);
        if (copying) return copying.run?.();
        close();
        actions.find((action) => action.id === id)?.run();
      }}
      closeLabel={t('common:actions.close')}
      onClose={close}
    />
  );
}
