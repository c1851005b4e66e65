import { countryCodes } from '../../../contract/countries.ts';
import { CountryComboBox } from '../../components/fields/CountryComboBox.tsx';
import { DateField } from '../../components/fields/DateField.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import type { TextFields } from '../core/formView.tsx';
import { useTranslation } from '../core/useTranslation.ts';

const languages = ['en', 'ru'];

/** Birthday and country. */
export function OriginFields({ field }: { field: TextFields<'date_of_birth' | 'country'> }) {
  const { t, i18n } = useTranslation(failureNamespaces);
  const birth = field('date_of_birth');
  const country = field('country');
  return (
    <>
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
    </>
  );
}
