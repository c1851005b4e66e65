import type { ReactNode } from 'react';

/** A group of fields under a text that says what they are for: two beside each other where there is room. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="@container min-w-0 border-line border-t pt-4">
      <legend className="float-left w-full pb-6 font-semibold text-base">{legend}</legend>
      <div className="clear-both grid grid-cols-1 items-start gap-5 @xl:grid-cols-2">{children}</div>
    </fieldset>
  );
}
