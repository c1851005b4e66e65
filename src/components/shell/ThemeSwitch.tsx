import { Monitor, Moon, Sun } from 'lucide-react';
import { Segmented } from '../base/Segmented.tsx';

/** `system` means no stored choice and no `data-theme` on `<html>`. The others are its value. */
export type Theme = 'system' | 'light' | 'dark';

export interface ThemeSwitchProps {
  label: string;
  labels: Record<Theme, string>;
  value: Theme;
  onChange: (theme: Theme) => void;
}

export function ThemeSwitch({ label, labels, value, onChange }: ThemeSwitchProps) {
  return (
    <Segmented
      legend={label}
      options={[
        { value: 'system', label: labels.system, icon: Monitor },
        { value: 'light', label: labels.light, icon: Sun },
        { value: 'dark', label: labels.dark, icon: Moon },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
