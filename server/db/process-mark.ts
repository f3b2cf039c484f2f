import { readFileSync } from 'node:fs';

/** State and beginning (ticks since the machine's) of a process; undefined where the system says neither (macOS). */
function facts(pid: number): { state: string; beginning: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // From behind the name, which may have spaces: fields 3 and 22 of proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', beginning: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Number and beginning of this process: a number alone is given again, in a container at once. */
export const processMark = `${process.pid}-${facts(process.pid)?.beginning ?? ''}`;

/** Whether the process with this mark lives. A mark without a beginning is that of any process with its number. */
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
