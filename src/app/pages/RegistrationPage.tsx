import RegistrationScreen from '../../screens/registration/RegistrationScreen.tsx';
import { useVisitorFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function RegistrationPage({ app }: PageProps) {
  const actor = useVisitorFlow(app, 'registration');
  const captcha = useVisitorFlow(app, 'captcha');
  return actor && captcha && <RegistrationScreen actor={actor} captcha={captcha} />;
}
