/** The subject of a call as the log has it: JSON, which may be cut off at its end. */
export function CallSubject({ subject }: { subject: string | null }) {
  const members = membersIn(subject);
  if (members === null) return <span className="break-all font-mono text-sm">{subject ?? '—'}</span>;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {members.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-all font-mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function membersIn(text: string | null): [string, string][] | null {
  try {
    const given: unknown = JSON.parse(text ?? '');
    if (typeof given !== 'object' || given === null) return null;
    return Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  } catch {
    return null;
  }
}
