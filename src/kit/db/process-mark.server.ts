import { readFileSync } from 'node:fs';

/** State of a process and its start time (ticks since boot); undefined where the system reports neither (macOS). */
function facts(pid: number): { state: string; beginning: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Read after the name, which may contain spaces: fields 3 and 22 of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', beginning: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Number and start time of this process: numbers are reused, in a container at once. */
export const processMark = `${process.pid}-${facts(process.pid)?.beginning ?? ''}`;

/** Whether the process with this mark runs. A mark without a start time matches any process with its number. */
export function isLivingProcess(mark: string): boolean {
  const [pid = '', beginning = ''] = mark.split('-');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const known = facts(Number(pid));
  if (!known) return true;
  return known.state !== 'Z' && (beginning === '' || beginning === known.beginning);
}
