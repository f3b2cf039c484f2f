/** Most connections of one process: for its requests, and for its background jobs. */
export type Connections = { forRequests: number; forJobs: number };

/**
 * Of PostgreSQL's default of a hundred: one holds the embedded database, and some remain for commands and
 * administrators.
 */
const allConnections = 88;

/** Share of each of `processes` on one database. Each also listens for changes on a connection of its own. */
export function connectionsOf(processes: number): Connections {
  const all = Math.floor(allConnections / processes) - 1;
  const forJobs = Math.max(2, Math.min(5, Math.floor(all / 4)));
  return { forRequests: Math.max(3, Math.min(20, all - forJobs)), forJobs };
}
