/** Its own declarations are not named in its `exports`. */
declare module 'dom-accessibility-api' {
  export function computeAccessibleName(
    element: Element,
    options: { readonly computedStyleSupportsPseudoElements: boolean },
  ): string;
}
