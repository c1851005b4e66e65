import { operatorRoles } from '../../../contract/operatorRoles.ts';
import { useTexts } from '../core/useTexts.ts';

/** The text of a role; an unknown role is shown by its name. */
export function useRoleText(): (role: string) => string {
  const { t } = useTexts('console');
  return (role) => {
    const known = operatorRoles.find((each) => each === role);
    return known === undefined ? role : t(`console:roles.${known}`);
  };
}
