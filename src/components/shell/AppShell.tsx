import { Menu, PanelLeft } from 'lucide-react';
import { type ComponentProps, type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react';
import { Link } from 'react-aria-components/Link';
import { classes } from '../base/classes.ts';
import { IconButton } from '../base/IconButton.tsx';
import { useIsNarrow } from '../base/useIsNarrow.ts';
import { BottomTabs } from './BottomTabs.tsx';
import { type NavItem, NavLinks } from './NavLinks.tsx';
import type { SidebarPanel as Panel } from './SidebarPanel.tsx';
import { SkipLink } from './SkipLink.tsx';
import { Wordmark } from './Wordmark.tsx';

type PanelProps = ComponentProps<typeof Panel> & { missing: ReactNode };

const SidebarPanel = lazy<ComponentType<PanelProps>>(() =>
  import('./SidebarPanel.tsx').then(
    (m) => ({ default: ({ missing: _, ...props }: PanelProps) => <m.SidebarPanel {...props} /> }),
    () => ({ default: ({ missing }: PanelProps) => missing }),
  ),
);

export interface AppShellProps {
  labels: {
    skip: string;
    /** The label of the link around the wordmark. */
    home: string;
    navigation: string;
    /** The label of the tab bar, which is a separate navigation. */
    tabs: string;
    collapse: string;
    expand: string;
    openPanel: string;
    closePanel: string;
  };
  homeHref: string;
  sidebarItems: readonly NavItem[];
  tabItems: readonly NavItem[];
  /** From 1024 px: open is 16rem with labels, closed 3rem of icons. From 768 px only icons; the panel has the labels. */
  isSidebarOpen: boolean;
  onSidebarOpenChange: (isOpen: boolean) => void;
  /** Below 1024 px: whether the slide-in panel is open. */
  isPanelOpen: boolean;
  onPanelOpenChange: (isOpen: boolean) => void;
  /** Shown in the panel's place when its code does not load. */
  missingPanel: ReactNode;
  /** UserMenu. */
  user: ReactNode;
  /** Shown beside the user menu on every page. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page: skip link, header, sidebar or tabs, and the page in `<main id="content">`. */
export function AppShell({
  labels,
  homeHref,
  sidebarItems,
  tabItems,
  isSidebarOpen,
  onSidebarOpenChange,
  isPanelOpen,
  onPanelOpenChange,
  missingPanel,
  user,
  tools,
  children,
}: AppShellProps) {
  const isIcons = useIsNarrow(1024) || !isSidebarOpen;
  return (
    <div className="tabbed flex min-h-dvh flex-col">
      <SkipLink label={labels.skip} />
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-line border-b bg-paper px-2 low:static max-[22.5rem]:gap-0 max-[22.5rem]:pl-1 md:px-1">
        <SidebarButtons
          collapse={labels.collapse}
          expand={labels.expand}
          openPanel={labels.openPanel}
          isSidebarOpen={isSidebarOpen}
          onSidebarOpenChange={onSidebarOpenChange}
          onPanelOpenChange={onPanelOpenChange}
        />
        <Home href={homeHref} label={labels.home} />
        {tools}
        {user}
      </header>
      <div className="flex flex-1">
        <nav
          id="sidebar"
          aria-label={labels.navigation}
          className={classes(
            'sticky top-14 h-[calc(100dvh-3.5rem)] shrink-0 overflow-y-auto overflow-x-hidden border-line border-r py-3 transition-[width] max-md:hidden',
            isIcons ? 'w-sidebar-icons px-px' : 'w-sidebar px-2',
          )}
        >
          <NavLinks items={sidebarItems} isIcons={isIcons} />
        </nav>
        <main
          id="content"
          tabIndex={-1}
          className="focus-elsewhere min-w-0 flex-1 px-4 pt-6 pb-28 low:pb-6 md:px-8 md:pt-8 md:pb-12"
        >
          <div className="mx-auto w-full max-w-page">{children}</div>
        </main>
      </div>
      <BottomTabs label={labels.tabs} items={tabItems} />
      <Suspense>
        {isPanelOpen && (
          <SidebarPanel
            label={labels.navigation}
            closeLabel={labels.closePanel}
            items={sidebarItems}
            isOpen
            missing={missingPanel}
            onOpenChange={onPanelOpenChange}
          />
        )}
      </Suspense>
    </div>
  );
}

interface ButtonsProps
  extends Pick<AppShellProps, 'isSidebarOpen' | 'onSidebarOpenChange' | 'onPanelOpenChange'>,
    Pick<AppShellProps['labels'], 'collapse' | 'expand' | 'openPanel'> {}

/** Opens the panel, or from 1024 px the sidebar. Memoised, because a navigation changes nothing in it. */
const SidebarButtons = memo(function SidebarButtons({
  collapse,
  expand,
  openPanel,
  isSidebarOpen,
  onSidebarOpenChange,
  onPanelOpenChange,
}: ButtonsProps) {
  return (
    <>
      <span className="lg:hidden">
        <IconButton icon={Menu} label={openPanel} onPress={() => onPanelOpenChange(true)} />
      </span>
      <span className="max-lg:hidden">
        <IconButton
          icon={PanelLeft}
          label={isSidebarOpen ? collapse : expand}
          aria-expanded={isSidebarOpen}
          aria-controls="sidebar"
          aria-keyshortcuts="Control+B Meta+B"
          onPress={() => onSidebarOpenChange(!isSidebarOpen)}
        />
      </span>
    </>
  );
});

/** Memoised likewise. */
const Home = memo(function Home({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="mr-auto inline-flex min-h-touch shrink-0 items-center rounded-field px-2 max-[22.5rem]:px-1"
    >
      <Wordmark label={label} />
    </Link>
  );
});
