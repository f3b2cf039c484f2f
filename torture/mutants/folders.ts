/** Mutated code, the tests that should find mutants, and the required percentage. */
export type MutatedFolder = {
  name: string;
  mutate: string[];
  tests: string[];
  goalPercent: number;
  needsDatabase: boolean;
};

const noun = (name: string, others: readonly string[] = []): MutatedFolder => ({
  name,
  mutate: [`src/${name}/**/*.server.ts`],
  // Tests of many rows take a minute per mutant, and find nothing that the others miss.
  tests: [name, ...others].map((folder) => `src/${folder}/**/!(many-rows).server.test.ts`),
  goalPercent: 80,
  needsDatabase: true,
});

/** A short list of tests keeps a run practical; a mutant runs only those files of it that reach it. */
export const mutatedFolders: MutatedFolder[] = [
  {
    name: 'rules',
    // The woven covers are drawings, which are judged by eye (test-results/screens).
    mutate: ['src/**/!(*.server|woven-cover).ts'],
    tests: ['src/**/!(*.server).test.ts'],
    goalPercent: 90,
    needsDatabase: false,
  },
  noun('money/ledger', ['warehouse/results', 'giving/donations']),
  noun('warehouse/results', ['money/ledger']),
  noun('giving/receipts'),
  noun('people/sign-in', ['people/accounts']),
  noun('warehouse/results/waiting'),
  noun('warehouse/results/corrections'),
  noun('warehouse/kits'),
  noun('warehouse/tracking'),
  noun('warehouse/intake'),
  noun('warehouse/appraisals'),
  noun('money/remittances'),
  noun('money/bank-answers'),
  noun('money/statements'),
  noun('money/month-close'),
  // Approvals are required by other nouns: people, accounts, remittances, corrections.
  noun('people/approvals', [
    'people/roles',
    'money/bank-accounts',
    'money/remittances',
    'warehouse/results/corrections',
  ]),
  noun('people/roles'),
  noun('organisations/thanks'),
  {
    name: 'src/kit/db/idempotency.server.ts',
    mutate: ['src/kit/db/idempotency.server.ts'],
    tests: ['src/kit/db/idempotency.server.test.ts', 'test/every-route/idempotency.test.ts'],
    goalPercent: 80,
    needsDatabase: true,
  },
  {
    name: 'kit/http',
    mutate: ['src/kit/http/**/*.server.ts'],
    tests: ['src/kit/http/**/*.server.test.ts', 'test/{headers,cross-origin}.test.ts'],
    goalPercent: 80,
    needsDatabase: true,
  },
  {
    name: 'policy',
    mutate: ['src/kit/{actor,http/app}.server.ts'],
    tests: ['test/{policy,headers}.test.ts', 'src/kit/http/*.server.test.ts'],
    goalPercent: 80,
    needsDatabase: true,
  },
];
