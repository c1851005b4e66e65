/** An action or guard of `setup` whose parameter is the event of the transition where it stands. */
export function withEvent<const Name extends string>(type: Name) {
  return { type, params: <Event>({ event }: { event: Event }) => event };
}

/** The same for what a call resolved with, or a child machine put out. */
export function withOutput<const Name extends string>(type: Name) {
  return { type, params: <Output>({ event }: { event: { readonly output: Output } }) => event.output };
}
