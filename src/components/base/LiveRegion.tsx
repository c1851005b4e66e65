import { type ReactNode, useState } from 'react';

/** Announces `message` to screen readers when it changes. Must be mounted before the first message. */
export function LiveRegion({ message }: { message: ReactNode }) {
  return (
    <div role="status" className="sr-only">
      {message}
    </div>
  );
}

/** Announces `message` to screen readers when it is no longer the first one, which is read with the page. */
export function ChangeRegion({ message }: { message: string }) {
  const [first] = useState(message);
  return <LiveRegion message={message === first ? '' : message} />;
}
