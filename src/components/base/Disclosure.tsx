import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Disclosure as AriaDisclosure,
  type DisclosureProps as AriaDisclosureProps,
  Button,
  DisclosurePanel,
  Heading,
} from 'react-aria-components/Disclosure';
import { iconProps } from './icon.ts';

export interface DisclosureProps extends Omit<AriaDisclosureProps, 'children' | 'className' | 'style'> {
  title: ReactNode;
  children: ReactNode;
}

/** A section that opens on demand. */
export function Disclosure({ title, children, ...props }: DisclosureProps) {
  return (
    <AriaDisclosure {...props} className="group border-line border-b last:border-b-0">
      <Heading level={3}>
        <Button
          slot="trigger"
          className="flex min-h-touch w-full cursor-pointer items-center gap-2 rounded-field py-2 text-left font-medium"
        >
          <ChevronRight
            {...iconProps}
            className="shrink-0 text-muted transition-transform group-data-expanded:rotate-90"
          />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="pb-4 pl-7">{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
