import { ChevronDown, LogOut } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Avatar, type AvatarProps } from './Avatar.tsx';
import { type Icon, iconProps } from './icon.ts';
import type { LanguageSwitchProps } from './LanguageSwitch.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from './Menu.tsx';
import type { Theme, ThemeSwitchProps } from './ThemeSwitch.tsx';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

export interface UserMenuProps<Language extends string> extends Omit<AvatarProps, 'size'> {
  /** Name of the button beside the first name: "Account menu". */
  label: string;
  links: readonly { href: string; label: string; icon: Icon }[];
  language: LanguageSwitchProps<Language>;
  theme: ThemeSwitchProps;
  signOutLabel: string;
  onSignOut: () => void;
}

/** Avatar, first name, and what belongs to the person: places, language, theme, the way out. */
export function UserMenu<Language extends string>({
  label,
  links,
  language,
  theme,
  signOutLabel,
  onSignOut,
  ...person
}: UserMenuProps<Language>) {
  return (
    <Menu
      aria-label={label}
      trigger={
        <Button className="flex min-h-touch cursor-pointer items-center gap-2 rounded-field px-2 transition-colors hover:bg-ink/6">
          <Avatar {...person} />
          <span className="max-w-40 truncate font-medium max-sm:sr-only">{person.firstName}</span>
          <span className="sr-only">{person.firstName === null ? label : `, ${label}`}</span>
          <ChevronDown {...iconProps} size={16} className="text-muted" />
        </Button>
      }
    >
      {links.map((link) => (
        <MenuItem key={link.href} {...link} />
      ))}
      <MenuChoice
        title={language.label}
        options={language.options.map((option) => ({ ...option, lang: option.value }))}
        value={language.value}
        onChange={language.onChange}
      />
      <MenuChoice
        title={theme.label}
        options={themes.map((value) => ({ value, label: theme.labels[value] }))}
        value={theme.value}
        onChange={theme.onChange}
      />
      <MenuSeparator />
      <MenuItem icon={LogOut} label={signOutLabel} onAction={onSignOut} />
    </Menu>
  );
}
