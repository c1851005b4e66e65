/** Says `message` to screen readers when it changes. Must be mounted before there is something to say. */
export function LiveRegion({ message }: { message: string }) {
  return (
    <div role="status" className="sr-only">
      {message}
    </div>
  );
}
