import { LogOut } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Icon } from '../base/icon.ts';
import { Menu, MenuChoice, MenuItem, type MenuProps, MenuSeparator } from '../base/Menu.tsx';
import type { LanguageSwitchProps } from './LanguageSwitch.tsx';
import type { Theme, ThemeSwitchProps } from './ThemeSwitch.tsx';
import { UserMenuFace, type UserMenuFaceProps, userMenuButtonClasses } from './UserMenuFace.tsx';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

export interface UserMenuProps<Language extends string>
  extends UserMenuFaceProps,
    Pick<MenuProps, 'isOpen' | 'onOpenChange'> {
  /** Whether it takes the focus that its placeholder had. */
  autoFocus?: boolean;
  links: readonly { href: string; label: string; icon: Icon }[];
  language: LanguageSwitchProps<Language>;
  theme: ThemeSwitchProps;
  signOutLabel: string;
  onSignOut: () => void;
}

/** The avatar and first name; opens links, language, theme and sign-out. */
export function UserMenu<Language extends string>({
  label,
  links,
  language,
  theme,
  signOutLabel,
  onSignOut,
  autoFocus = false,
  isOpen,
  onOpenChange,
  ...person
}: UserMenuProps<Language>) {
  return (
    <Menu
      aria-label={label}
      {...(isOpen !== undefined && { isOpen })}
      {...(onOpenChange && { onOpenChange })}
      trigger={
        <Button autoFocus={autoFocus} className={userMenuButtonClasses}>
          <UserMenuFace {...person} label={label} />
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
