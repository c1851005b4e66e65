import type { ReactNode } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import type { RouteName } from '../../machines/core/location.ts';

/** `/` has no page of its own: it leads to another. */
export type PageName = Exclude<RouteName, 'home'>;

export interface PageProps {
  readonly app: AppRef;
}

export interface LayoutProps extends PageProps {
  readonly page: PageName;
  readonly children: ReactNode;
}
