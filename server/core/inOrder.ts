/**
 * Waits for all of them and answers their values. When some fail, throws the error of the first of these in the list, whichever failed first in
 * time: what is asked for together is then refused as if it were asked for one after the other.
 */
export async function inOrder<const All extends readonly unknown[]>(
  all: All,
): Promise<{ -readonly [Place in keyof All]: Awaited<All[Place]> }> {
  const settled = await Promise.allSettled(all);
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  }) as { -readonly [Place in keyof All]: Awaited<All[Place]> };
}
