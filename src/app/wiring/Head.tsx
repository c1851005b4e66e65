import { useTranslation } from '../../screens/core/useTranslation.ts';

interface Props {
  title: string;
  description: string;
}

/** A title (`Wallet · Zesto Crypto Wallet`) and a description, which React puts into the document's head. */
export function Head({ title, description }: Props) {
  const { t } = useTranslation('meta');
  return (
    <>
      <title>{t('title', { page: title })}</title>
      <meta name="description" content={description} />
    </>
  );
}
