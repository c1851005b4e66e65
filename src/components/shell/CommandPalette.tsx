import { Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Input, SearchField } from 'react-aria-components/SearchField';
import { IconButton } from '../base/IconButton.tsx';
import { type Icon, iconProps } from '../base/icon.ts';
import { listItemClasses } from '../base/popoverClasses.ts';
import '../base/trustEmptyHtml.ts';
import { OneLine } from '../base/OneLine.tsx';

export interface PaletteCommand {
  /** Unique across all groups. */
  id: string;
  label: string;
  icon?: Icon;
  /** Distinguishes it from others with the same name, or adds information. */
  hint?: string;
  /** The target of a link; without it `onAction` is called. */
  href?: string;
}

export interface PaletteGroup {
  id: string;
  title: string;
  commands: readonly PaletteCommand[];
}

interface Props {
  label: string;
  placeholder: string;
  /** Shown when nothing is found, or not yet. It is announced unless `status` says more. */
  emptyText: string;
  /** The state of the search: still running, or failed. It is announced. */
  status?: ReactNode;
  /** Explains the keys, below the list. */
  footer: string;
  query: string;
  onQueryChange: (query: string) => void;
  /** The matching commands; empty groups are left out. */
  groups: readonly PaletteGroup[];
  /** Called when a command is chosen; one with an `href` is already navigating. */
  onAction: (id: string) => void;
  closeLabel: string;
  onClose: () => void;
}

/** Chooses the first command where none is marked: react-aria marks it for letters that are typed, not for a text that is pasted or corrected. */
function chooseFirst(field: Element): void {
  const dialog = field.closest('[role="dialog"]');
  if (dialog?.querySelector('[role="menuitem"][data-focused]')) return;
  dialog?.querySelector<HTMLElement>('[role="menuitem"]')?.click();
}

/** A search field with all commands below it. The focus stays in the field; arrows and Enter choose. */
export function CommandPalette({
  label,
  placeholder,
  emptyText,
  status,
  footer,
  query,
  onQueryChange,
  groups,
  onAction,
  closeLabel,
  onClose,
}: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim data-entering:animate-appear sm:p-6 sm:pt-[12dvh]"
    >
      <Modal className="w-full max-w-xl bg-surface text-ink shadow-float max-sm:h-full sm:rounded-dialog">
        <Dialog aria-label={label} className="focus-elsewhere flex h-full flex-col outline-none">
          <Autocomplete inputValue={query} onInputChange={onQueryChange}>
            <div className="flex items-center gap-1 border-line border-b pr-1 pl-4">
              <SearchField
                aria-label={label}
                autoFocus
                onKeyDown={(event) => {
                  // Escape would only empty a filled field; here it closes the palette.
                  if (event.key === 'Escape') onClose();
                  if (event.key === 'Enter' && query.trim() !== '') chooseFirst(event.currentTarget);
                }}
                className="flex min-w-0 flex-1 items-center gap-3"
              >
                <Search {...iconProps} className="shrink-0 text-muted" />
                <Input
                  placeholder={placeholder}
                  className="focus-elsewhere h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
                />
              </SearchField>
              <IconButton icon={X} label={closeLabel} onPress={onClose} />
            </div>
            <Menu
              aria-label={label}
              onAction={(id) => onAction(String(id))}
              className="min-h-0 overflow-auto p-2 outline-none max-sm:flex-1 sm:max-h-[50dvh]"
              renderEmptyState={() => <p className="px-3 py-6 text-center text-muted">{emptyText}</p>}
            >
              {groups.map((group) => (
                <MenuSection key={group.id} id={group.id}>
                  <Header className="px-3 pt-3 pb-1 text-muted text-sm">{group.title}</Header>
                  {group.commands.map(({ id, label: name, icon: Glyph, hint, href }) => (
                    <MenuItem
                      key={id}
                      id={id}
                      textValue={name}
                      {...(href !== undefined && { href })}
                      className={`${listItemClasses} data-focused:outline-2 data-focused:outline-solid data-focused:outline-ink data-focused:-outline-offset-2`}
                    >
                      {Glyph && <Glyph {...iconProps} className="shrink-0 text-muted" />}
                      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                        <OneLine className="max-w-full" text={name} />
                        {hint !== undefined && (
                          <OneLine className="max-w-full text-muted text-sm" text={hint} />
                        )}
                      </span>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
          <div role="status">
            <div className="flex flex-wrap items-center gap-x-3 break-all px-4 text-muted text-sm not-empty:border-line not-empty:border-t not-empty:py-1">
              {status}
            </div>
            {groups.length === 0 && !status && <span className="sr-only">{emptyText}</span>}
          </div>
          <p className="border-line border-t px-4 py-3 text-muted text-sm hover-none:hidden">{footer}</p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
