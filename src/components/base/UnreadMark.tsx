/** Marks something as unread: a dot, and a word for screen readers. */
export function UnreadMark({ label }: { label: string }) {
  return (
    <span className="inline-flex shrink-0 items-center">
      <span aria-hidden className="size-2.5 rounded-full border border-ink bg-zest" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
