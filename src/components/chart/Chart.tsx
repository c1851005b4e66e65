import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Drawing, Plot } from './chartCanvas.ts';

interface Props extends Pick<Plot, 'kind' | 'isLow' | 'formatTime' | 'formatFigure'> {
  label: string;
  /** How to read single figures with a mouse or keys; hidden on devices without these. */
  hint?: string;
  /** How to read single figures by touch. */
  touchHint?: string;
  /** A further description of the chart. */
  description?: string;
  /** Shown when the chart could not be drawn. */
  brokenLabel: string;
  /** Shown below a chart that could not be drawn. */
  fallback?: ReactNode;
  /** `words` describe one figure completely. At least one point, oldest first, `at` in milliseconds. */
  points: readonly { readonly at: number; readonly figure: number; readonly words: string }[];
  /** Shown above the chart; gets the index of the pointed figure, or null. */
  children: (index: number | null) => ReactNode;
}

/**
 * One series of figures over time. Mouse, touch and arrow keys point at single figures; for keyboards and screen readers it is a
 * slider with a text for each figure.
 */
export function Chart({
  label,
  hint,
  touchHint,
  description,
  brokenLabel,
  fallback,
  points,
  children,
  kind,
  isLow = false,
  formatTime,
  formatFigure,
}: Props) {
  const id = useId();
  const drawing = useRef<Drawing | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isBroken, setBroken] = useState(false);
  const last = points.length - 1;
  const index = pointed === null ? null : Math.min(pointed, last);
  const plot: Plot = useMemo(
    () => ({
      kind,
      isLow,
      formatTime,
      formatFigure,
      times: points.map(({ at }) => at),
      figures: points.map(({ figure }) => figure),
    }),
    [kind, isLow, formatTime, formatFigure, points],
  );
  const shown = useRef(plot);
  const open = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    let isOpen = true;
    import('./chartCanvas.ts').then(
      ({ drawChart }) => {
        if (!isOpen) return;
        drawing.current = drawChart(element, shown.current);
        setBroken(drawing.current === null);
      },
      () => setBroken(true),
    );
    return () => {
      isOpen = false;
      drawing.current?.close();
      drawing.current = null;
    };
  }, []);

  // React cannot draw into a canvas, so effects do. Pointing at a figure does not draw the others again.
  useEffect(() => {
    shown.current = plot;
    drawing.current?.show(plot);
  }, [plot]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of a figure changes with the plot
  useEffect(() => drawing.current?.point(index), [plot, index]);

  const follow = (clientX: number) => setPointed(drawing.current?.indexAt(clientX) ?? null);
  return (
    <div className="flex flex-col gap-2">
      {children(index)}
      <div
        role="presentation"
        className={`relative touch-pan-y rounded-field has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2 ${isLow ? 'min-h-50' : 'min-h-65'}`}
        onPointerDown={({ clientX }) => follow(clientX)}
        onPointerMove={({ clientX }) => follow(clientX)}
        // After touch or keys, the pointed figure stays selected so that it can be read.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPointed(null)}
      >
        <input
          type="range"
          min={0}
          max={last}
          value={index ?? last}
          onChange={({ target }) => setPointed(Number(target.value))}
          aria-label={label}
          aria-valuetext={points[index ?? last]?.words}
          aria-describedby={id}
          className="sr-only"
        />
        {/* The canvas has a width in pixels, which must not keep the page from becoming narrower. */}
        <div ref={open} aria-hidden className="contain-inline-size" />
        <p role="status" className={isBroken ? 'py-8 text-center text-muted text-sm' : 'sr-only'}>
          {isBroken && brokenLabel}
        </p>
      </div>
      <p id={id} className="text-muted text-sm">
        {description}
        {hint !== undefined && <span className="hover-none:sr-only">{hint}</span>}
        {touchHint !== undefined && <span className="hidden hover-none:inline">{touchHint}</span>}
      </p>
      {isBroken && fallback}
    </div>
  );
}
