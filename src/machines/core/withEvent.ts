/** Names an action or guard of `setup` that takes the transition's event as its parameter. */
export function withEvent<const Name extends string>(type: Name) {
  return { type, params: <Event>({ event }: { event: Event }) => event };
}

/** Names an action or guard of `setup` that takes the output of a call or of a child machine as its parameter. */
export function withOutput<const Name extends string>(type: Name) {
  return { type, params: <Output>({ event }: { event: { readonly output: Output } }) => event.output };
}
