import NewsScreen from '../../screens/news/NewsScreen.tsx';
import { useFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

export function NewsPage({ app }: PageProps) {
  const news = useFlow(app, 'news', 'news');
  return news && <NewsScreen news={news} />;
}
