import AddressBookScreen from '../../screens/addressBook/AddressBookScreen.tsx';
import { useArea } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function AddressBookPage({ app }: PageProps) {
  const area = useArea(app, 'addressBook');
  return area ? <AddressBookScreen area={area} /> : null;
}
