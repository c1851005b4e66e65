import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Plot } from '../../src/components/chart/chartCanvas.ts';

/** What was written on the canvas since the last look. */
let written: string[];

/** A drawing context or a path: takes every call, and keeps what is written. */
const pen = () =>
  new Proxy(Object.create(null), {
    get: (_, name) =>
      name === 'measureText'
        ? () => ({ width: 8 })
        : (text: string) => name === 'fillText' && written.push(text),
    set: () => true,
  });

function path() {
  return pen();
}

beforeEach(() => {
  written = [];
  vi.stubGlobal('Path2D', path);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(pen);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the axis of hidden figures has none, though the figures are the same', async () => {
  const { drawChart } = await import('../../src/components/chart/chartCanvas.ts');
  const plot: Plot = {
    kind: 'line',
    times: [1, 2, 3].map((day) => day * 86_400_000),
    figures: [8_200, 8_400, 8_800],
    formatTime: () => 'day',
    formatFigure: (figure) => `${figure} USDT`,
  };
  const drawing = drawChart(document.body.appendChild(document.createElement('div')), plot);
  if (drawing === null) throw new Error('there is a canvas');
  await vi.waitFor(() => expect(written).toContain('8400 USDT'), 20_000);
  written = [];
  drawing.show({ ...plot, formatFigure: () => '' });
  await vi.waitFor(() => expect(written).toContain('day'), 20_000);
  expect(written.filter((text) => text.endsWith('USDT'))).toEqual([]);
  drawing.close();
});

test('neighbours whose texts are equal are labelled once', async () => {
  const { drawChart } = await import('../../src/components/chart/chartCanvas.ts');
  const drawing = drawChart(document.body.appendChild(document.createElement('div')), {
    kind: 'line',
    times: [0, 30_000, 60_000, 90_000, 120_000],
    figures: [1, 1.2, 1.4, 1.6, 1.8],
    formatTime: (at) => `minute ${Math.floor(at / 60_000)}`,
    formatFigure: (figure) => `about ${Math.floor(figure)}`,
  });
  await vi.waitFor(() => expect(written).toContain('minute 1'), 20_000);
  expect(written.filter((text) => text === 'about 1')).toHaveLength(1);
  expect(written.filter((text) => text === 'minute 1')).toHaveLength(1);
  drawing?.close();
});

test('the colours are read when a chart is opened and when the theme changes, not at each drawing', async () => {
  const { drawChart } = await import('../../src/components/chart/chartCanvas.ts');
  const plot: Plot = {
    kind: 'line',
    times: [1, 2, 3].map((day) => day * 86_400_000),
    figures: [8_200, 8_400, 8_800],
    formatTime: () => 'day',
    formatFigure: (figure) => `${figure}`,
  };
  const read = vi.spyOn(window, 'getComputedStyle');
  const drawing = drawChart(document.body.appendChild(document.createElement('div')), plot);
  if (drawing === null) throw new Error('there is a canvas');
  const isDrawn = () => vi.waitFor(() => expect(written).toContain('day'), 20_000);
  await isDrawn();
  // The texts of the axes, the grid, the line, and what is under it.
  expect(read).toHaveBeenCalledTimes(4);

  written = [];
  drawing.show({ ...plot, figures: [8_200, 8_400, 8_900] });
  await isDrawn();
  expect(read).toHaveBeenCalledTimes(4);

  written = [];
  document.documentElement.dataset.theme = 'dark';
  await isDrawn();
  expect(read).toHaveBeenCalledTimes(8);
  delete document.documentElement.dataset.theme;
  drawing.close();
});

test('the bar that is pointed at is marked, and no other', async () => {
  const { drawChart } = await import('../../src/components/chart/chartCanvas.ts');
  const element = document.body.appendChild(document.createElement('div'));
  const drawing = drawChart(element, {
    kind: 'bars',
    times: [1, 2, 3, 4].map((day) => day * 86_400_000),
    figures: [2, 4, 3, 1],
    formatTime: () => 'day',
    formatFigure: (figure) => `${figure}`,
  });
  if (drawing === null) throw new Error('there is a canvas');
  await vi.waitFor(() => expect(written).toContain('day'), 20_000);
  const isOff = () => element.querySelector('.u-cursor-x')?.classList.contains('u-off');
  const place = () => element.querySelector<HTMLElement>('.u-cursor-pt')?.style.transform;
  const places = [0, 1, 2, 3].map((index) => {
    drawing.point(index);
    return [isOff(), place()];
  });
  expect(places.map(([off]) => off)).toEqual([false, false, false, false]);
  expect(new Set(places.map(([, at]) => at)).size).toBe(4);
  drawing.point(null);
  expect(isOff()).toBe(true);
  drawing.close();
});
