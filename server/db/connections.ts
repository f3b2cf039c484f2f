/** The most connections of one process: for its requests, and for its background jobs. */
export type Connections = { forRequests: number; forJobs: number };

/**
 * Of a hundred, which PostgreSQL allows by itself: one holds the embedded database, and some are left to commands and
 * whoever looks after it.
 */
const allConnections = 88;

/** The share of each of `processes` on one database; besides, each listens to changes by a connection of its own. */
export function connectionsOf(processes: number): Connections {
  const all = Math.floor(allConnections / processes) - 1;
  const forJobs = Math.max(2, Math.min(5, Math.floor(all / 4)));
  return { forRequests: Math.max(3, Math.min(20, all - forJobs)), forJobs };
}
