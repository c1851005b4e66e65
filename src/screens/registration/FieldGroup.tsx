import type { ReactNode } from 'react';

/** A group of fields under a text that says what they are for. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5 border-line border-t pt-4">
      <legend className="float-left w-full pb-1 font-semibold text-base">{legend}</legend>
      {children}
    </fieldset>
  );
}
