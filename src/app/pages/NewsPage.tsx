import NewsScreen from '../../screens/news/NewsScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function NewsPage({ app }: PageProps) {
  const news = useFlow(app, 'news', 'news');
  return news && <NewsScreen news={news} />;
}
