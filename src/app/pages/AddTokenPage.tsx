import AddTokenScreen from '../../screens/addToken/AddTokenScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function AddTokenPage({ app }: PageProps) {
  const catalogue = useFlow(app, 'tokens', 'catalogue');
  const view = useFlow(app, 'tokens', 'tokensView');
  const choice = useFlow(app, 'tokens', 'tokenChoice');
  if (!catalogue || !view || !choice) return null;
  return <AddTokenScreen catalogue={catalogue} view={view} choice={choice} />;
}
