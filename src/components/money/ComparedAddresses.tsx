import { classes } from '../base/classes.ts';

interface Props {
  labels: { first: string; second: string; differs: string };
  first: string;
  second: string;
}

const groupsOf = (address: string) => address.match(/^0x|.{1,4}/g) ?? [];

/** Two addresses one below the other, in groups of four, with differing groups marked. */
export function ComparedAddresses({ labels, first, second }: Props) {
  const [one, other] = [groupsOf(first), groupsOf(second)];
  const isSame = (at: number) => one[at]?.toLowerCase() === other[at]?.toLowerCase();
  return (
    <dl className="flex flex-col gap-3">
      {[
        { label: labels.first, groups: one },
        { label: labels.second, groups: other },
      ].map(({ label, groups }) => (
        <div key={label} className="flex flex-col gap-1">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="grid grid-cols-[auto_repeat(5,auto)] justify-start gap-x-2 gap-y-1 font-mono text-sm">
            {groups.map((group, at) => (
              <Group
                // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the address
                key={at}
                text={group}
                differs={isSame(at) ? null : labels.differs}
                isFirstOfLine={at === 6}
              />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface GroupProps {
  text: string;
  /** Announced when the group differs; null when it does not. */
  differs: string | null;
  /** Whether it starts a line: `0x` has its own column. */
  isFirstOfLine: boolean;
}

function Group({ text, differs, isFirstOfLine }: GroupProps) {
  const place = classes(isFirstOfLine && 'col-start-2');
  if (differs === null) return <span className={place}>{text}</span>;
  return (
    <mark className={classes('rounded-sm bg-loss/14 px-0.5 font-semibold text-loss', place)}>
      {text} <span className="sr-only">({differs})</span>
    </mark>
  );
}
