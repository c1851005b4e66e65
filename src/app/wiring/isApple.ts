/** The keyboard has a Command key in place of Ctrl. */
export const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);
