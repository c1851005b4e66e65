/**
 * A button while its press is worked on: it keeps its place and the focus, and ignores presses. React Aria's `isPending` also leaves
 * an image in its announcer that is named by the button, and has no name once the button is gone.
 */
export const pendingButton = {
  'aria-disabled': true,
  'data-pending': true,
  type: 'button',
  onPress: () => {},
} as const;
