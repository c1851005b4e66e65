import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  MenuSection as AriaMenuSection,
  MenuTrigger as AriaMenuTrigger,
  Header,
  type MenuTriggerProps,
  Popover,
  Separator,
} from 'react-aria-components/Menu';
import { type Icon, iconProps } from './icon.ts';
import { listItemClasses, popoverClasses } from './popoverClasses.ts';

export interface MenuProps
  extends Omit<AriaMenuProps<object>, 'children' | 'className' | 'style'>,
    Pick<MenuTriggerProps, 'isOpen' | 'onOpenChange'> {
  /** A react-aria button: Button, IconButton … */
  trigger: ReactNode;
  /** MenuItem, MenuChoice. */
  children: ReactNode;
}

/** A button and the menu it opens. */
export function Menu({ trigger, children, isOpen, onOpenChange, ...props }: MenuProps) {
  return (
    <AriaMenuTrigger {...(isOpen !== undefined && { isOpen })} {...(onOpenChange && { onOpenChange })}>
      {trigger}
      <Popover placement="bottom end" className={`${popoverClasses} w-64`}>
        <AriaMenu {...props} className="max-h-[inherit] overflow-auto p-1 outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </AriaMenuTrigger>
  );
}

export interface MenuItemProps
  extends Omit<AriaMenuItemProps, 'children' | 'className' | 'isDisabled' | 'style' | 'textValue'> {
  icon?: Icon;
  label: string;
}

/** Navigates to `href`, or calls `onAction`. */
export function MenuItem({ icon: Glyph, label, ...props }: MenuItemProps) {
  return (
    <AriaMenuItem {...props} textValue={label} className={listItemClasses}>
      {Glyph && <Glyph {...iconProps} className="shrink-0 text-muted" />}
      {label}
    </AriaMenuItem>
  );
}

/** Separates groups of menu items. */
export function MenuSeparator() {
  return <Separator className="my-1 border-line border-t" />;
}

interface MenuChoiceProps<Value extends string> {
  title: string;
  options: readonly { value: Value; label: string; lang?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of a few values inside a menu, which stays open so that the effect is seen. */
export function MenuChoice<Value extends string>({
  title,
  options,
  value,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <AriaMenuSection
      selectionMode="single"
      disallowEmptySelection
      shouldCloseOnSelect={false}
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys !== 'all' && keys.has(option.value));
        if (chosen) onChange(chosen.value);
      }}
      className="mt-1 border-line border-t pt-1 first:mt-0 first:border-t-0 first:pt-0"
    >
      <Header className="px-3 pt-2 pb-1 text-muted text-sm">{title}</Header>
      {options.map((option) => (
        <AriaMenuItem
          key={option.value}
          id={option.value}
          textValue={option.label}
          className={listItemClasses}
        >
          {({ isSelected }) => (
            <>
              <span lang={option.lang} className="flex-1">
                {option.label}
              </span>
              {isSelected && <Check {...iconProps} className="text-zest-ink" />}
            </>
          )}
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}
