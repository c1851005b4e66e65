/** Reports whether the page is at least so many pixels wide: at once, then every change. Answers how to stop. */
export function watchRoom(least: number, report: (told: 'room.given' | 'room.taken') => void): () => void {
  const media = window.matchMedia(`(min-width: ${least}px)`);
  const tell = () => report(media.matches ? 'room.given' : 'room.taken');
  media.addEventListener('change', tell);
  tell();
  return () => media.removeEventListener('change', tell);
}
