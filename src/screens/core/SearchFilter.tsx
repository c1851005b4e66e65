import type { Rule } from '../../../contract/rules.ts';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  label: string;
  /** What the address looks for. */
  value: string;
  /** What is typed and not asked yet. */
  typed: string | undefined;
  /** What is wrong with what the address looks for. */
  problem: Rule | undefined;
  onChange: (text: string) => void;
}

/** What is looked for; what is wrong with it is said once it has been asked. */
export function SearchFilter({ label, value, typed, problem, onChange }: Props) {
  const { t } = useTexts();
  return (
    <div className="min-w-0 flex-1">
      <SearchField label={label} placeholder={label} value={typed ?? value} onChange={onChange} />
      {typed === undefined && problem !== undefined && (
        <p role="alert" className="pt-1 text-loss text-sm">
          {t(`validation:any.${problem}`)}
        </p>
      )}
    </div>
  );
}
