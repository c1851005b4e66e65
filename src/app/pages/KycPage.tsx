import KycScreen from '../../screens/kyc/KycScreen.tsx';
import { useFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function KycPage({ app }: PageProps) {
  const kyc = useFlow(app, 'kyc', 'kyc');
  return kyc && <KycScreen kyc={kyc} />;
}
