import NotFoundScreen from '../../screens/notFound/NotFoundScreen.tsx';

export function NotFoundPage() {
  return <NotFoundScreen />;
}
