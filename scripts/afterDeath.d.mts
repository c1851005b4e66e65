export function afterDeath(
  script: string,
  args: readonly string[],
  who?: { readonly uid: number; readonly gid: number },
): void;
