import type { ReactNode } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import type { PageAddress } from '../../machines/shell/pageMachine.ts';

export type PageName = PageAddress['page'];

export interface PageProps {
  readonly app: AppRef;
}

export interface LayoutProps extends PageProps {
  readonly page: PageName;
  readonly children: ReactNode;
}
