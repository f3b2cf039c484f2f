/**
 * PostgreSQL settings for tests: nothing outlives the run, so nothing must reach the disk. Two test
 * files run at once, each with several products of twenty connections: more than the default limit
 * of a hundred.
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
