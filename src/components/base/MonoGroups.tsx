import { Fragment } from 'react';

/** An address or a hash in groups of four, or an id split at its dashes, for comparing by eye. Copying and screen readers get it as one word. */
export function MonoGroups({ value }: { value: string }) {
  const groups = value.match(/^0x|[^-]{1,4}-?/g) ?? [];
  let at = 0;
  return (
    // Lines of about the same length, so that no group stands alone on the last one.
    <span className="block text-balance font-mono text-sm">
      <span className="sr-only select-none">{value}</span>
      {groups.map((group) => {
        const key = at;
        at += group.length;
        return (
          <Fragment key={key}>
            {/* Groups are inline, because a selection of blocks is copied as one line each. */}
            <wbr />
            <span aria-hidden className={group.endsWith('-') ? undefined : 'mr-2 last:mr-0'}>
              {group}
            </span>
          </Fragment>
        );
      })}
    </span>
  );
}
