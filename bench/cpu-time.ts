/** CPU milliseconds of this process since `before`, all of its threads, user and system. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
