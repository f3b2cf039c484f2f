import { readdir, readFile, writeFile } from 'node:fs/promises';

/** CPU seconds of a server's main thread, of its other threads, of its database. */
export type ProcessorTime = { mainSeconds: number; othersSeconds: number; databaseSeconds: number };

const ticksPerSecond = 100;

/** CPU seconds of a thread or process so far, and its parent. */
async function statOf(path: string): Promise<{ seconds: number; parent: number }> {
  const stat = await readFile(path, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return { seconds: ticks / ticksPerSecond, parent: Number(fields[1] ?? 0) };
}

/** CPU seconds of a process so far, with all its threads. */
export const secondsOf = async (pid: number): Promise<number> =>
  (await statOf(`/proc/${pid}/stat`)).seconds;

/** CPU time of a server and its database connections so far. */
async function usedBy(pid: number, postmaster: number): Promise<ProcessorTime> {
  const [whole, main] = await Promise.all([
    statOf(`/proc/${pid}/stat`),
    statOf(`/proc/${pid}/task/${pid}/stat`),
  ]);
  const others = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(others.map((name) => statOf(`/proc/${name}/stat`)));
  return {
    mainSeconds: main.seconds,
    othersSeconds: whole.seconds - main.seconds,
    databaseSeconds: stats
      .filter(({ parent }) => parent === postmaster)
      .reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** CPU time from now on; that of a connection that ends meanwhile is lost. */
export async function startCounting(pid: number, postmaster: number) {
  const before = await usedBy(pid, postmaster);
  return async (): Promise<ProcessorTime> => {
    const now = await usedBy(pid, postmaster);
    return {
      mainSeconds: now.mainSeconds - before.mainSeconds,
      othersSeconds: now.othersSeconds - before.othersSeconds,
      databaseSeconds: now.databaseSeconds - before.databaseSeconds,
    };
  };
}

async function memoryMb(pid: number, line: RegExp): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(line.exec(status)?.[1] ?? 0) / 1_024;
}

/** Resident memory of a process in MB, and its peak. */
export const residentMb = (pid: number): Promise<number> => memoryMb(pid, /VmRSS:\s+(\d+) kB/);
export const peakMb = (pid: number): Promise<number> => memoryMb(pid, /VmHWM:\s+(\d+) kB/);

/** Resets the memory peak. */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
