import { Image } from 'lucide-react';
import type { Block, Span } from '../../../contract/news.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

/** An article's blocks, of the contract's closed set; all text is shown as plain text. */
export function ArticleBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="flex max-w-prose flex-col gap-4 [overflow-wrap:anywhere]">
      {numbered(blocks).map(([key, block]) => (
        <BlockView key={key} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3';
      return (
        <Heading className={block.level === 2 ? 'pt-2 font-semibold text-lg' : 'pt-1 font-semibold'}>
          <Spans spans={block.spans} />
        </Heading>
      );
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className={`flex flex-col gap-1 pl-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
          {numbered(block.items).map(([key, item]) => (
            <li key={key}>
              <Spans spans={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote className="border-zest border-l-4 pl-4 text-muted">
          <Spans spans={block.spans} />
        </blockquote>
      );
    case 'image':
      return <Picture url={block.url} alt={block.alt} />;
  }
}

/** Shows a picture from this host; one from another host is a link, because loading it would tell that host who reads it. */
function Picture({ url, alt }: { url: string; alt: string }) {
  const { t } = useTexts('news');
  if (url.startsWith('/')) {
    return <img src={url} alt={alt} loading="lazy" className="max-w-full rounded-card border border-line" />;
  }
  return (
    <p>
      <Link href={url} target="_blank" rel="noreferrer" className="inline-flex items-center gap-2">
        <Image {...iconProps} className="shrink-0" />
        {t('news:picture', { name: alt === '' ? url : alt })}
      </Link>
    </p>
  );
}

function Spans({ spans }: { spans: readonly Span[] }) {
  return numbered(spans).map(([key, span]) => {
    if (span.type === 'strong') return <strong key={key}>{span.text}</strong>;
    if (span.type === 'em') return <em key={key}>{span.text}</em>;
    if (span.type === 'link') {
      return (
        <Link key={key} href={span.href} target="_blank" rel="noreferrer">
          {span.text}
        </Link>
      );
    }
    return span.text;
  });
}

/** The index is a safe key, because the order never changes. */
const numbered = <Item,>(items: readonly Item[]) => items.map((item, index) => [index, item] as const);
