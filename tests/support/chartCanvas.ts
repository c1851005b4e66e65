import type { Locator, Page } from 'playwright-core';

/** What is drawn in the first chart of a place: how many pixels are not empty, their share of all, and how far right their middle is (0 to 1). */
export const drawnIn = (place: Page | Locator) =>
  place
    .locator('.uplot canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const bytes =
        canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      let [count, sum] = [0, 0];
      for (let pixel = 0; pixel < width * height; pixel += 1) {
        if (bytes[4 * pixel + 3] === 0) continue;
        count += 1;
        sum += pixel % width;
      }
      return { count, share: count / (width * height), middle: sum / count / width };
    });
