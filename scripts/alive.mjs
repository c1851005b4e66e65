import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process of this machine is still running. */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A killed process keeps its pid until its parent has read its exit status; until then all its threads are in state Z or X (proc(5)). */
function isZombie(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.every((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return 'ZX'.includes(stat[stat.lastIndexOf(')') + 2]);
    });
  } catch {
    return false;
  }
}
