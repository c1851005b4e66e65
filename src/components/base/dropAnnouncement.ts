/**
 * A `ref` for a button that can be pending, or for its wrapper. React Aria announces the start and the end of that by an image, named by
 * the button, that it leaves in the page for seven seconds: it goes with the button, because it has no name without it.
 */
export function dropAnnouncement(element: HTMLElement | null) {
  const id = (element?.querySelector('button') ?? element)?.id;
  const drop = () => {
    for (const image of document.querySelectorAll('[data-live-announcer] [role=img]'))
      if (id && image.getAttribute('aria-labelledby')?.split(' ').includes(id)) image.remove();
  };
  return () => {
    drop();
    // React Aria makes the first announcement of a page a tenth of a second late.
    setTimeout(drop, 200);
  };
}
