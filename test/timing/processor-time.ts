/** Milliseconds of the processor that some work takes this thread, however busy the machine is otherwise. */
export function processorMs(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}
