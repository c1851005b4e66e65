import KycScreen from '../../screens/kyc/KycScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function KycPage({ app }: PageProps) {
  const kyc = useFlow(app, 'kyc', 'kyc');
  return kyc && <KycScreen kyc={kyc} />;
}
