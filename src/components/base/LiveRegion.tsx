/** Announces `message` to screen readers when it changes. Must be mounted before the first message. */
export function LiveRegion({ message }: { message: string }) {
  return (
    <div role="status" className="sr-only">
      {message}
    </div>
  );
}
