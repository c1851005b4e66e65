/** Whether the keyboard has a Command key instead of Ctrl. */
export const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);
