import { Link } from '../../components/base/Link.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';

/** Where people write who cannot log in: the email address of support (decision 081). Nothing when the provider has told none. */
export function SupportContact({ address }: { address: string | null }) {
  const { t } = useTranslation(failureNamespaces);
  if (address === null) return null;
  return (
    <p className="text-center text-muted text-sm [overflow-wrap:anywhere]">
      {t('auth:loginMethods.support')} <Link href={mailtoOf(address)}>{address}</Link>
    </p>
  );
}

/** RFC 6068: everything but the `@` is escaped. */
function mailtoOf(address: string): string {
  return `mailto:${address.split('@').map(encodeURIComponent).join('@')}`;
}
