import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ExternalLink } from './ExternalLink.tsx';
import { IconButton } from './IconButton.tsx';

interface Props {
  title: string;
  /** Shown beside the title. */
  status: ReactNode;
  /** The document's address; null when its bytes could not be read. */
  url: string | null;
  /** The file name for saving. */
  name: string;
  /** Whether the page can draw the document. */
  isPicture: boolean;
  labels: {
    readonly picture: string;
    readonly zoomIn: string;
    readonly zoomOut: string;
    readonly rotate: string;
    readonly zoom: (factor: number) => string;
    readonly download: string;
    /** The label for opening a document that is not a picture in its own tab. */
    readonly open: string;
    readonly opensTab: string;
    readonly missing: string;
  };
  /** Shown below the document. */
  children?: ReactNode;
}

const zooms = [1, 1.5, 2, 3, 4] as const;

/** A submitted document that can be enlarged and turned, beside others of its case. */
export function DocumentView({ title, status, url, name, isPicture, labels, children }: Props) {
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const zoom = zooms[step] ?? 1;
  const side = `${zoom * 100}%`;
  const go = (by: 1 | -1) => setStep(Math.min(Math.max(step + by, 0), zooms.length - 1));
  return (
    <figure className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{title}</span>
        {status}
      </figcaption>
      {url !== null && isPicture && (
        <>
          <fieldset aria-label={title} className="-ml-3 flex items-center">
            <IconButton icon={ZoomOut} label={labels.zoomOut} onPress={() => go(-1)} />
            <output className="w-14 text-center text-sm tabular-nums">{labels.zoom(zoom)}</output>
            <IconButton icon={ZoomIn} label={labels.zoomIn} onPress={() => go(1)} />
            <IconButton icon={RotateCw} label={labels.rotate} onPress={() => setTurns((turns + 1) % 4)} />
          </fieldset>
          <fieldset
            aria-label={labels.picture}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1)
            tabIndex={0}
            className="aspect-square min-w-0 overflow-auto rounded-field border border-line bg-paper"
          >
            <img
              src={url}
              alt={labels.picture}
              className="max-w-none object-contain"
              style={{ width: side, height: side, transform: `rotate(${turns * 90}deg)` }}
            />
          </fieldset>
        </>
      )}
      {url === null ? (
        <p className="text-loss text-sm">{labels.missing}</p>
      ) : (
        <div className="flex flex-wrap gap-x-6">
          {!isPicture && (
            <ExternalLink href={url} newTabLabel={labels.opensTab}>
              {labels.open}
              <span className="sr-only">, {title}</span>
            </ExternalLink>
          )}
          <a
            href={url}
            download={name}
            className="inline-flex min-h-touch items-center font-medium text-sm text-zest-ink underline underline-offset-4"
          >
            {labels.download}
            <span className="sr-only">, {title}</span>
          </a>
        </div>
      )}
      {children}
    </figure>
  );
}
