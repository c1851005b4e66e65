/** A `ref` for a group of fields: its first field takes the focus when the group appears. A date takes it at its first segment. */
export function focusFirstField(group: HTMLElement | null): void {
  group?.querySelector<HTMLElement>('[tabindex="0"], input')?.focus();
}
