/** Reports whether the page is at least this many pixels wide, at once and on every change. Returns a function that stops this. */
export function watchRoom(least: number, report: (told: 'room.given' | 'room.taken') => void): () => void {
  const media = window.matchMedia(`(min-width: ${least}px)`);
  const tell = () => report(media.matches ? 'room.given' : 'room.taken');
  media.addEventListener('change', tell);
  tell();
  return () => media.removeEventListener('change', tell);
}
