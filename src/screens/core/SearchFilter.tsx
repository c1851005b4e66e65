import type { Rule } from '../../../contract/rules.ts';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  label: string;
  /** What can be searched for, in fewer words: on a phone the label is cut. */
  short: string;
  /** The search in the address. */
  value: string;
  /** Typed text that was not searched yet, or ends in a space that the search has not. */
  typed: string | undefined;
  /** The broken rule of the search in the address. */
  problem: Rule | undefined;
  onChange: (text: string) => void;
}

/** The search field; an error is shown once the search was applied. */
export function SearchFilter({ label, short, value, typed, problem, onChange }: Props) {
  const { t } = useTexts();
  const isNarrow = useIsNarrow(640);
  return (
    <div className="min-w-0 flex-1">
      <SearchField
        label={label}
        placeholder={isNarrow ? short : label}
        value={typed ?? value}
        onChange={onChange}
      />
      {(typed ?? value).trim() === value && problem !== undefined && (
        <p role="alert" className="pt-1 text-loss text-sm">
          {t(`validation:any.${problem}`)}
        </p>
      )}
    </div>
  );
}
