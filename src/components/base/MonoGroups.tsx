/** An address or a hash in groups of four, and an ID at its dashes too, to be compared by eye. It is copied and read as the one word that it is. */
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
