import { searchForm } from '../../components/fields/searchForm.ts';
import type { PaletteCommand, PaletteGroup } from '../../components/shell/CommandPalette.tsx';

/** A command with further search words, which are never shown. */
export interface Command extends PaletteCommand {
  keywords?: string;
}

export interface CommandGroup extends PaletteGroup {
  commands: readonly Command[];
}

const english = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/** The text that the same keys type in the other layout: `rjitktr` for `кошелек`. */
export function otherLayout(text: string): string {
  return [...text.toLowerCase()]
    .map((sign) => russian[english.indexOf(sign)] ?? english[russian.indexOf(sign)] ?? sign)
    .join('');
}

/** The commands in which each word of the query begins a word, in either keyboard layout. */
export function findCommands(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  const forms = [query, otherLayout(query)].map(wordsIn).filter((words) => words.length > 0);
  return groups
    .map((group) => ({ ...group, commands: group.commands.filter((command) => isFound(command, forms)) }))
    .filter(({ commands }) => commands.length > 0);
}

function isFound({ label, hint, keywords }: Command, forms: readonly string[][]): boolean {
  if (forms.length === 0) return true;
  const own = wordsIn([label, hint, keywords].join(' '));
  return forms.some((words) => words.every((word) => own.some((each) => each.startsWith(word))));
}

const wordsIn = (text: string) => searchForm(text).split(' ').filter(Boolean);
