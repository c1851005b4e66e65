import { operatorNames } from '../../../contract/operatorNames.ts';
import { useTexts } from '../core/useTexts.ts';

const known = Object.entries(operatorNames) as [keyof typeof operatorNames, string][];

/** An operator's name, or the text for one without a login. */
export function useOperatorText(): (name: string) => string {
  const { t } = useTexts('console');
  return (name) => {
    const [key] = known.find(([, each]) => each === name) ?? [];
    return key === undefined ? name : t(`console:operatorNames.${key}`);
  };
}
