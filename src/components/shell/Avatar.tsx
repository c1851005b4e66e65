import { useState } from 'react';
import { classes } from '../base/classes.ts';

export interface AvatarProps {
  firstName: string | null;
  lastName: string | null;
  /** The picture's address, if there is one. */
  src: string | null;
  size?: 'sm' | 'lg';
}

/** The person's picture, or the initials when it is missing or does not load. Decorative: the name is beside it. */
export function Avatar({ firstName, lastName, src, size = 'sm' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const box = classes(
    'shrink-0 rounded-full border border-edge',
    size === 'sm' ? 'size-8 text-xs' : 'size-16 text-lg',
  );
  if (src !== null && src !== failed) {
    return <img src={src} alt="" className={`${box} object-cover`} onError={() => setFailed(src)} />;
  }
  return (
    <span
      aria-hidden
      className={`${box} inline-flex items-center justify-center bg-raised font-semibold text-ink`}
    >
      {initial(firstName)}
      {initial(lastName)}
    </span>
  );
}

function initial(name: string | null): string {
  return [...(name ?? '').trim()].slice(0, 1).join('').toUpperCase();
}
