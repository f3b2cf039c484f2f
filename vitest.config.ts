import { defineConfig } from 'vitest/config';
import { keepTemporaryFoldersInMemory } from './scripts/memory-folder.js';

keepTemporaryFoldersInMemory();

const ownServer = Boolean(process.env.TEST_DATABASE_URL);
/** Of the embedded cluster itself, whichever server the other tests run on. */
const ofEmbeddedCluster = ['server/db/cluster.test.ts', 'server/db/cluster-roles.test.ts'];
/** What no version of PostgreSQL answers differently: once is enough (docs/decisions/0019). */
const sameOnAnyServer = [
  'server/markdown/*.test.ts',
  'server/threads/*.test.ts',
  'server/receipts/{receipt-layout,draw-receipt}.test.ts',
  'server/statements/draw-statement.test.ts',
  'test/{headers,cross-origin,policy}.test.ts',
];

export default defineConfig({
  test: {
    // Tests are told apart by what they need: nothing, a database, or a built server.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,app,scripts,torture}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [
            'server/**/*.test.ts',
            'test/*.test.ts',
            'test/{fixtures,fuzz,many-rows,money-model}/*.test.ts',
          ],
          // The server's modules keep nothing between tests, and to load them anew for each file would
          // take half of the time.
          isolate: false,
          exclude: ownServer ? [...ofEmbeddedCluster, ...sameOnAnyServer] : [],
          globalSetup: 'test/database-server.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
