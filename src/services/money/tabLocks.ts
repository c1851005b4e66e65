/** The state of this tab's claim on a lock that only one tab may hold. */
export type TabLockReport = 'held' | 'taken' | 'lost';

/**
 * Claims a tab lock (a flow of one person) for this tab by a Web Lock. Reports `held`, or `taken` while another tab holds it,
 * and `lost` when another tab has taken it over. `takesOver`: takes the lock from its holder. Returns a function that releases it.
 * A browser without locks cannot know of its other tabs, so there the claim is held at once.
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
  // After an abort it never resolves, because nobody waits for it.
  await locks?.request(name, { mode: 'shared', signal }, () => {}).catch(() => new Promise<void>(() => {}));
}

function locksOf({ locks }: { locks?: LockManager }): LockManager | undefined {
  return locks;
}
