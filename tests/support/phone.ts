/** Whether a media query for at most so many pixels holds in a window of `width`; no other query does. */
export function matchesAt(width: number, media: string): boolean {
  const limit = /max-width: ([\d.]+)px/.exec(media)?.[1];
  return limit !== undefined && width <= Number(limit);
}

/** The page is as wide as a phone's until the next test: media queries for at most so many pixels hold. */
export function beNarrow(width = 390): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: matchesAt(width, media),
      onchange: null,
      addListener() {},
      removeListener() {},
    });
}
