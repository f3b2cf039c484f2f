import { defineConfig } from 'vitest/config';
import { keepTemporaryFoldersInMemory } from './scripts/testing/memory-folder.js';

keepTemporaryFoldersInMemory();

const ownServer = Boolean(process.env.TEST_DATABASE_URL);
/** Tests of the embedded cluster itself, whichever server the others run on. */
const ofEmbeddedCluster = [
  'src/kit/db/cluster.server.test.ts',
  'src/kit/db/cluster/cluster-roles.server.test.ts',
];
const integration = [
  'src/**/*.server.test.ts',
  'test/*.test.ts',
  'test/{every-route,fixtures,fuzz,many-rows,money-model}/*.test.ts',
];
/**
 * Areas where PostgreSQL versions or collations may differ (docs/decisions/0010): migrations,
 * plans, COPY, searches, sums and days in SQL, locks, idempotency. In the short form a second
 * server runs only these.
 */
const mayDiffer = [
  'src/kit/{audit,db,topics}/*.server.test.ts',
  'src/money/{books,ledger,sums}/*.server.test.ts',
  'src/people/retention/*.server.test.ts',
  'src/start/commands/sums.server.test.ts',
  'src/people/accounts/claims.server.test.ts',
  'src/giving/applications/{apply,gift-sums,searching}.server.test.ts',
  'src/organisations/associates/{directory,merge}.server.test.ts',
  'src/organisations/associates/import/import.server.test.ts',
  'src/people/donors/{finding,merging}.server.test.ts',
  'src/warehouse/kits/batch-races.server.test.ts',
  'src/people/mail/sending.server.test.ts',
  'src/money/remittances/slips.server.test.ts',
  'src/warehouse/results/{many-rows,notify-donors}.server.test.ts',
  'src/warehouse/results/reversal/reversal-races.server.test.ts',
  'src/warehouse/tracking/pickups.server.test.ts',
  'test/{both-searches,database,lifetimes,same-answers}.test.ts',
  'test/every-route/idempotency.test.ts',
  'test/fixtures/*.test.ts',
  'test/many-rows/{lists,plans}.test.ts',
  'test/money-model/*.test.ts',
];
const isSecondServer = process.env.TEST_SECOND_SERVER === '1' && process.env.TEST_FORM !== 'long';

export default defineConfig({
  test: {
    // Projects by requirements: nothing, a database, or a built server.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,scripts,torture}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.server.test.ts'],
          // Modules keep no state between tests, and reloading them per file would take half of the time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: isSecondServer ? mayDiffer : integration,
          isolate: false,
          exclude: ownServer ? ofEmbeddedCluster : [],
          globalSetup: 'test/database-server.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: 'test/process/data-folder.ts',
        },
      },
    ],
    maxWorkers: 2,
    // Awaited conditions are seen at once; only ones that never come take the whole timeout.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
