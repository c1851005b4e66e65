import { searchForm } from '../../components/fields/searchForm.ts';
import type { PaletteCommand, PaletteGroup } from '../../components/shell/CommandPalette.tsx';

/** A command, and by what else it can be found: never shown. */
export interface Command extends PaletteCommand {
  keywords?: string;
}

export interface CommandGroup extends PaletteGroup {
  commands: readonly Command[];
}

const english = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/** What the same keys write in the other layout: `rjitktr` is `кошелек` typed without looking. */
export function otherLayout(text: string): string {
  return [...text.toLowerCase()]
    .map((sign) => russian[english.indexOf(sign)] ?? english[russian.indexOf(sign)] ?? sign)
    .join('');
}

/** The commands that have every word of the query as the beginning of one of theirs, in whichever layout it was typed. */
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
