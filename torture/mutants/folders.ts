/** Mutated code, the tests that should find mutants, and the required percentage. */
export type MutatedFolder = {
  name: string;
  mutate: string[];
  tests: string[];
  goalPercent: number;
  needsDatabase: boolean;
};

const serverFolder = (name: string, others: readonly string[] = []): MutatedFolder => ({
  name: `server/${name}`,
  mutate: [`server/${name}/**/*.ts`],
  // Tests of many rows take a minute per mutant, and find nothing that the others miss.
  tests: [name, ...others].map((folder) => `server/${folder}/**/!(many-rows).test.ts`),
  goalPercent: 80,
  needsDatabase: true,
});

/** A short list of tests keeps a run practical; a mutant runs only those files of it that reach it. */
export const mutatedFolders: MutatedFolder[] = [
  {
    name: 'domain',
    // The woven covers are drawings, which are judged by eye (test-results/screens).
    mutate: ['domain/**/*.ts', '!domain/**/woven-cover.ts'],
    tests: ['domain/**/*.test.ts'],
    goalPercent: 90,
    needsDatabase: false,
  },
  serverFolder('ledger', ['results', 'donations']),
  serverFolder('results', ['ledger']),
  serverFolder('receipts'),
  serverFolder('auth', ['accounts']),
  serverFolder('results/waiting'),
  serverFolder('results/corrections'),
  serverFolder('kits'),
  serverFolder('tracking'),
  serverFolder('intake'),
  serverFolder('appraisals'),
  serverFolder('remittances'),
  serverFolder('bank-answers'),
  serverFolder('statements'),
  serverFolder('month-close'),
  // Approvals are required by other nouns: people, accounts, remittances, corrections.
  serverFolder('approvals', ['people', 'bank-accounts', 'remittances', 'results/corrections']),
  serverFolder('people'),
  serverFolder('thanks'),
  {
    name: 'server/db/idempotency.ts',
    mutate: ['server/db/idempotency.ts'],
    tests: ['server/db/idempotency.test.ts', 'test/every-route/idempotency.test.ts'],
    goalPercent: 80,
    needsDatabase: true,
  },
  {
    name: 'server/http',
    mutate: ['server/http/**/*.ts'],
    tests: ['server/http/**/*.test.ts', 'test/{headers,cross-origin}.test.ts'],
    goalPercent: 80,
    needsDatabase: true,
  },
  {
    name: 'policy',
    mutate: ['server/**/{actor,app}.ts'],
    tests: ['test/{policy,headers}.test.ts', 'server/http/*.test.ts'],
    goalPercent: 80,
    needsDatabase: true,
  },
];
