import { readFileSync } from 'node:fs';

/** Names a process beyond its number, which the system gives out again (in a container always the same one). */
export interface ProcessIdentity {
  pid: number;
  /** Boot id and start time as Linux tells them; null elsewhere. */
  born: string | null;
}

/** The identity of a running process; null when there is none with this number. */
export function identify(pid: number): ProcessIdentity | null {
  return isRunning(pid) ? { pid, born: birthOf(pid) } : null;
}

/** True while exactly this process runs. Without a birth mark on either side the number alone decides. */
export function isAlive(owner: ProcessIdentity): boolean {
  const now = identify(owner.pid);
  if (now === null) return false;
  return now.born === null || owner.born === null || now.born === owner.born;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Field 22 of /proc/PID/stat (proc(5)); the second field may hold blanks and brackets, so count from its end. */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return null;
  }
}
