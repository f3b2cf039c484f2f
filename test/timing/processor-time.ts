/** CPU time in ms that `work` takes on this thread, however busy the machine is. */
export function processorMs(work: () => void): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}
