/** The page is as wide as a phone's until the next test: media queries for at most so many pixels hold. */
export function beNarrow(width = 390): void {
  window.matchMedia = (media) => {
    const limit = /max-width: ([\d.]+)px/.exec(media)?.[1];
    return Object.assign(new EventTarget(), {
      media,
      matches: limit !== undefined && width <= Number(limit),
      onchange: null,
      addListener() {},
      removeListener() {},
    });
  };
}
