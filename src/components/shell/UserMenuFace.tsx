import { ChevronDown } from 'lucide-react';
import { iconProps } from '../base/icon.ts';
import { OneLine } from '../base/OneLine.tsx';
import { Avatar, type AvatarProps } from './Avatar.tsx';

export const userMenuButtonClasses =
  'flex min-h-touch min-w-0 cursor-pointer items-center gap-2 rounded-field px-2 transition-colors hover:bg-ink/6 max-[22.5rem]:px-1';

export interface UserMenuFaceProps extends Omit<AvatarProps, 'size'> {
  /** The name of the menu: "Account menu". */
  label: string;
}

/** The content of the account menu's button. */
export function UserMenuFace({ label, ...person }: UserMenuFaceProps) {
  return (
    <>
      <Avatar {...person} />
      <OneLine className="min-w-0 max-w-20 font-medium sm:max-w-40" text={person.firstName} />
      <span className="sr-only">{person.firstName === null ? label : `, ${label}`}</span>
      <ChevronDown {...iconProps} size={16} className="shrink-0 text-muted max-[22.5rem]:hidden" />
    </>
  );
}
