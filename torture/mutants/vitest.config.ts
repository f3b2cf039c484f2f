import { defineConfig } from 'vitest/config';

// The tests that meet a mutant, as torture/mutants/try-mutants.ts names them. Each file loads its modules
// anew, since a mutant may take effect while they load.
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]'),
    globalSetup: process.env.TEST_DATABASE_URL ? ['test/database-server.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
