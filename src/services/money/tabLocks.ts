/** What becomes of this tab's claim on a tab lock, which only one tab may hold. */
export type TabLockReport = 'held' | 'taken' | 'lost';

/**
 * Claims a tab lock (a flow of one person) for this tab by a Web Lock. Reports `held`, or `taken` while another tab has it,
 * and `lost` when another tab has taken it over. `takesOver`: whoever has it loses it. Answers how to let go.
 * A browser without locks has no way to know of its other tabs: there the claim is held.
 */
export function claimTabLock(
  name: string,
  { takesOver }: { takesOver: boolean },
  report: (report: TabLockReport) => void,
): () => void {
  const locks = locksOf(navigator);
  if (!locks) {
    report('held');
    return () => {};
  }
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isOver = false;
  let isHeld = false;
  const tell = (what: TabLockReport) => !isOver && report(what);
  locks
    .request(name, takesOver ? { steal: true } : { ifAvailable: true }, (lock) => {
      if (lock === null) {
        tell('taken');
        return;
      }
      isHeld = true;
      tell('held');
      return until;
    })
    .catch(() => tell(isHeld ? 'lost' : 'held'));
  return () => {
    isOver = true;
    letGo();
  };
}

/** Resolves when no tab holds the lock any more. */
export async function untilFree(name: string, signal: AbortSignal): Promise<void> {
  const locks = locksOf(navigator);
  // Aborted, it never resolves: nobody waits for it.
  await locks?.request(name, { mode: 'shared', signal }, () => {}).catch(() => new Promise<void>(() => {}));
}

function locksOf({ locks }: { locks?: LockManager }): LockManager | undefined {
  return locks;
}
