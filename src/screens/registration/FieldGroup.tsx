import type { ReactNode } from 'react';

/** Fields that belong together, under the words that say why. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5 border-line border-t pt-4">
      <legend className="float-left w-full pb-1 font-semibold text-base">{legend}</legend>
      {children}
    </fieldset>
  );
}
