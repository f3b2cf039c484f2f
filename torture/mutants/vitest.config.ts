import { defineConfig } from 'vitest/config';

// Tests that cover a mutant, named by torture/mutants/try-mutants.ts. Files and runs share the
// loaded product (torture/mutants/kept-worker.ts).
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTANT_TESTS ?? '[]'),
    isolate: false,
    globalSetup: process.env.TEST_DATABASE_URL ? ['test/database-server.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
