import { LoaderCircle } from 'lucide-react';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { type ButtonVariant, buttonClasses } from './buttonClasses.ts';
import { classes } from './classes.ts';
import { iconProps } from './icon.ts';
import type { ReasonTooltip as Tooltip } from './ReasonTooltip.tsx';

/** If its code does not load, the reason is shown under the button, and the page stays. */
const ReasonTooltip = lazy(() =>
  import('./ReasonTooltip.tsx').then(
    (m) => ({ default: m.ReasonTooltip }),
    () => ({ default: ReasonText }),
  ),
);

/** Hidden from screen readers, which already announce the reason. */
function ReasonText({ children }: ComponentProps<typeof Tooltip>) {
  return (
    <span aria-hidden className="text-muted text-sm hover-none:hidden">
      {children}
    </span>
  );
}

export interface ButtonProps
  extends Omit<AriaButtonProps, 'children' | 'className' | 'isDisabled' | 'style'> {
  children: ReactNode;
  variant?: ButtonVariant;
  /** Whether it fills the width. */
  isWide?: boolean;
  /**
   * Why it cannot be used right now, in words. While given, the button does nothing, keeps its place in the tab order, and shows the reason as
   * a tooltip (hover, focus), or as text under it on devices without hover. This is the only way to disable a button.
   */
  reason?: string | undefined;
  /** Whether the reason passes by itself in a moment: without hover, too, it is shown only when asked for, so that nothing moves. */
  isBrief?: boolean;
}

/** react-aria delays its first announcement of a page by this many milliseconds. */
const LATE_ANNOUNCEMENT_MS = 100;

/** Removes the images of react-aria's announcer that have no name, because the elements that name them are gone. */
function removeNamelessImages(page: Document) {
  const images = page.querySelector('[data-live-announcer]')?.querySelectorAll('[role="img"]') ?? [];
  for (const image of images) {
    const names = image.getAttribute('aria-labelledby')?.split(' ') ?? [];
    if (names.every((id) => page.getElementById(id) === null)) image.remove();
  }
}

/**
 * react-aria announces a pending button by an image whose name is the button, and keeps the image for some seconds. When the button is
 * removed, so are its images, because they would have no name.
 */
function useButtonWithItsImages(button: RefObject<HTMLButtonElement | null>) {
  return useCallback(
    (element: HTMLButtonElement) => {
      const page = element.ownerDocument;
      button.current = element;
      return () => {
        button.current = null;
        queueMicrotask(() => removeNamelessImages(page));
        setTimeout(() => removeNamelessImages(page), LATE_ANNOUNCEMENT_MS);
      };
    },
    [button],
  );
}

/** `isPending` keeps the width and the focus, shows a spinner and ignores presses. */
export function Button({
  children,
  variant = 'primary',
  isWide,
  reason,
  isBrief = false,
  ...props
}: ButtonProps) {
  const reasonId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const button = useButtonWithItsImages(trigger);
  const [isAsked, setAsked] = useState(false);
  const refused = reason !== undefined && {
    'aria-disabled': true,
    'aria-describedby': reasonId,
    type: 'button' as const,
    onPress: () => setAsked(true),
    onFocusChange: setAsked,
  };

  return (
    <span
      role="presentation"
      className={classes('inline-flex flex-col gap-1', isWide && 'w-full')}
      // On the wrapper, not the button: in React's tree the tooltip is inside, so the pointer may move onto it.
      onPointerEnter={(event) => event.pointerType !== 'touch' && setAsked(true)}
      onPointerLeave={(event) => event.pointerType !== 'touch' && setAsked(false)}
    >
      <AriaButton
        {...props}
        {...refused}
        ref={button}
        className={classes(buttonClasses(variant, reason !== undefined), 'relative', isWide && 'w-full')}
      >
        {({ isPending }) => (
          <>
            <span className={classes('inline-flex items-center gap-2', isPending && 'opacity-0')}>
              {children}
            </span>
            {isPending && <LoaderCircle {...iconProps} className="absolute animate-spin" />}
          </>
        )}
      </AriaButton>
      {reason !== undefined && (
        <span
          id={reasonId}
          className={classes('sr-only text-muted text-sm', (isAsked || !isBrief) && 'hover-none:not-sr-only')}
        >
          {reason}
        </span>
      )}
      {reason !== undefined && isAsked && (
        <Suspense>
          <ReasonTooltip triggerRef={trigger} onClose={() => setAsked(false)}>
            {reason}
          </ReasonTooltip>
        </Suspense>
      )}
    </span>
  );
}
