import RegistrationScreen from '../../screens/registration/RegistrationScreen.tsx';
import { useVisitorFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function RegistrationPage({ app }: PageProps) {
  const actor = useVisitorFlow(app, 'registration');
  return actor && <RegistrationScreen actor={actor} />;
}
