import { TextField } from '../../components/fields/TextField.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import type { TextFields } from '../core/formView.tsx';
import { useTranslation } from '../core/useTranslation.ts';

/** The names in a person's documents. */
export function NameFields({ field }: { field: TextFields<'first_name' | 'last_name'> }) {
  const { t } = useTranslation(failureNamespaces);
  return (
    <>
      <TextField
        {...field('first_name')}
        label={t('auth:fields.first_name')}
        autoComplete="given-name"
        isRequired
      />
      <TextField
        {...field('last_name')}
        label={t('auth:fields.last_name')}
        autoComplete="family-name"
        isRequired
      />
    </>
  );
}
