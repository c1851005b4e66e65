import { useTranslation } from 'react-i18next';
import { countryCodes } from '../../../contract/countries.ts';
import { CountryComboBox } from '../../components/fields/CountryComboBox.tsx';
import { DateField } from '../../components/fields/DateField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import type { TextFields } from '../core/formView.tsx';
import { FieldGroup } from './FieldGroup.tsx';

/** What a person is known by, in every form that asks for it. */
type PersonField = 'first_name' | 'last_name' | 'date_of_birth' | 'country';

const languages = ['en', 'ru'];

export function PersonFields({ field }: { field: TextFields<PersonField> }) {
  const { t, i18n } = useTranslation(failureNamespaces);
  const birth = field('date_of_birth');
  const country = field('country');
  return (
    <FieldGroup legend={t('auth:groups.person')}>
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
      <DateField
        {...birth}
        onChange={(date) => birth.onChange(date ?? '')}
        label={t('auth:fields.date_of_birth')}
        description={t('auth:hints.date_of_birth')}
        autoComplete="bday"
        startAt="1990-01-01"
        isRequired
      />
      <CountryComboBox
        {...country}
        value={country.value || null}
        onChange={(code) => country.onChange(code ?? '')}
        label={t('auth:fields.country')}
        description={t('auth:hints.country')}
        codes={countryCodes}
        locale={i18n.language}
        searchLocales={languages}
        emptyText={t('auth:countryNone')}
        isRequired
      />
    </FieldGroup>
  );
}
