/**
 * Of a PostgreSQL server for tests: nothing outlives the run, so nothing has to be on the disk. Two files of tests run at
 * once, each with several products of twenty connections: more than the hundred that a server allows by itself.
 */
export const carelessSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
};
