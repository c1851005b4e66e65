import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';

/** The data of a drawing. Figures may be rounded here; texts use the exact ones. */
export interface Plot {
  readonly kind: 'line' | 'bars';
  /** Whether the chart is low because it is beside other content. */
  readonly isLow?: boolean;
  /** In milliseconds, ascending. */
  readonly times: readonly number[];
  readonly figures: readonly number[];
  readonly formatTime: (at: number) => string;
  readonly formatFigure: (figure: number) => string;
}

export interface Drawing {
  show(plot: Plot): void;
  /** Highlights one figure, or none. */
  point(index: number | null): void;
  /** The index of the figure nearest to a horizontal position in the window. */
  indexAt(clientX: number): number;
  close(): void;
}

/** With forced colours every colour is opaque, so a tinted ground would be as bright as its line. */
const forcedColours = window.matchMedia('(forced-colors: active)');

/** Draws into `element`, and follows its width and the theme's colours. Null when the browser has no canvas. */
export function drawChart(element: HTMLElement, first: Plot): Drawing | null {
  if (!document.createElement('canvas').getContext('2d')) return null;
  let plot = first;
  const height = first.isLow ? 200 : 260;
  const leaving = new AbortController();
  const probe = element.appendChild(document.createElement('span'));
  /** The colours of the theme. Each is read once, because reading computes the page's styles. */
  const colours = new Map<string, string>();
  /** A canvas cannot use CSS variables, so they are resolved here. */
  const colour = (css: string) => {
    const known = colours.get(css);
    if (known !== undefined) return known;
    probe.style.color = css;
    const { color } = getComputedStyle(probe);
    colours.set(css, color);
    return color;
  };
  const isBars = plot.kind === 'bars';
  // Bars have equal distances, however long their periods are.
  const placesOf = ({ times }: Plot) => (isBars ? times.map((_, index) => index) : [...times]);
  const dataOf = (shown: Plot): uPlot.AlignedData => [placesOf(shown), [...shown.figures]];
  const timeAt = (place: number) => (isBars ? plot.times[place] : place);
  const chart = new uPlot(
    {
      width: element.clientWidth,
      height,
      ms: 1,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, bind: deaf, points: { size: 9 } },
      scales: isBars ? barScales(() => plot.times.length) : {},
      axes: [
        {
          ...axisOf(colour),
          grid: { show: false },
          space: 84,
          size: 32,
          // The 0 of the other axis reaches below the line, and would touch the first text.
          gap: 10,
          ...(isBars && {
            splits: (chart) => everyFew(plot.times.length, chart.bbox.width / devicePixelRatio),
          }),
          values: (_, splits) =>
            once(
              splits.map((place) => {
                const at = timeAt(place);
                return at === undefined ? '' : plot.formatTime(at);
              }),
            ),
        },
        {
          ...axisOf(colour),
          grid: { stroke: () => colour('var(--line)'), width: 1 },
          values: (_, splits) => once(splits.map((figure) => plot.formatFigure(figure))),
          size: (_, values) => 18 + 7 * Math.max(2, ...(values ?? []).map(({ length }) => length)),
        },
      ],
      series: [{}, seriesOf(plot.kind, colour)],
    },
    dataOf(plot),
    element,
  );

  const sizes = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  sizes.observe(element);
  const recolour = () => {
    colours.clear();
    chart.redraw();
  };
  const themes = new MutationObserver(recolour);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  for (const media of [window.matchMedia('(prefers-color-scheme: dark)'), forcedColours])
    media.addEventListener('change', recolour, { signal: leaving.signal });

  return {
    show(next) {
      plot = next;
      chart.setData(dataOf(next));
      // uPlot keeps the axes' texts while the scales are the same, but hidden figures and another language change them.
      chart.redraw(true, true);
    },
    point(index) {
      const [at, figure] = index === null ? [] : [placesOf(plot)[index], plot.figures[index]];
      const isThere = at !== undefined && figure !== undefined;
      chart.setCursor(
        isThere
          ? { left: chart.valToPos(at, 'x'), top: chart.valToPos(figure, 'y') }
          : { left: -10, top: -10 },
        false,
      );
    },
    indexAt: (clientX) => chart.posToIdx(clientX - chart.over.getBoundingClientRect().left),
    close() {
      leaving.abort();
      sizes.disconnect();
      themes.disconnect();
      chart.destroy();
      probe.remove();
    },
  };
}

/** The page handles the pointer, so that mouse, touch and keys share one way. */
const nothing = () => null;
const deaf: uPlot.Cursor.Bind = {
  mousedown: nothing,
  mouseup: nothing,
  click: nothing,
  dblclick: nothing,
  mousemove: nothing,
  mouseleave: nothing,
  mouseenter: nothing,
};

/** By the number of bars, because uPlot widens the range of a single one. */
const barScales = (count: () => number): uPlot.Scales => ({
  x: { time: false, range: () => [-0.5, count() - 0.5] },
  y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
});

/** Which of `count` positions get a label, in `width` pixels. */
function everyFew(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * 84) / Math.max(84, width)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** Neighbouring places whose texts are equal, because these are rounded, share the first one's. */
const once = (texts: readonly string[]) =>
  texts.map((text, index) => (text === texts[index - 1] ? '' : text));

function axisOf(colour: (css: string) => string): uPlot.Axis {
  return {
    stroke: () => colour('var(--muted)'),
    font: '12px "Onest Variable", system-ui, sans-serif',
    ticks: { show: false },
  };
}

function seriesOf(kind: Plot['kind'], colour: (css: string) => string): uPlot.Series {
  const stroke = () => colour('var(--zest-ink)');
  if (kind === 'line') {
    return {
      stroke,
      width: 2,
      points: { show: false },
      fill: () =>
        forcedColours.matches ? 'transparent' : colour('color-mix(in srgb, var(--zest) 16%, transparent)'),
    };
  }
  const bars = uPlot.paths.bars?.({ size: [0.72, 48], radius: 0.12 });
  return {
    stroke,
    width: 0,
    points: { show: false },
    fill: () => colour('var(--zest)'),
    ...(bars && { paths: bars }),
  };
}
