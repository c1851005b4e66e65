/** An address or a hash in groups of four, or an id split at its dashes, for comparing by eye. Copying and screen readers get it as one word. */
export function MonoGroups({ value }: { value: string }) {
  const groups = value.match(/^0x|[^-]{1,4}-?/g) ?? [];
  let at = 0;
  return (
    <span className="flex flex-wrap gap-x-2 font-mono text-sm">
      <span className="sr-only">{value}</span>
      {groups.map((group) => {
        const key = at;
        at += group.length;
        return (
          <span key={key} aria-hidden>
            {group}
          </span>
        );
      })}
    </span>
  );
}
