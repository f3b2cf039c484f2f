import { sql } from 'drizzle-orm';
import type { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { arrayLiteral } from '#kit/db/insert-all.server.ts';

type Application = typeof applications.$inferInsert;

/**
 * Indexes new applications for search, like the trigger applications_search. A million of them share some thousand
 * names, addresses and targets: each is folded once.
 */
export function searchRows() {
  const foldedTexts = new Map<string, string>();
  const foldedTargets = new Map<string, string>();

  async function foldNew(tx: Transaction, rows: readonly Application[]): Promise<void> {
    const texts = unknownOf(foldedTexts, rows.flatMap(sharedTexts));
    if (texts.length > 0) {
      const { rows: answer } = await tx.execute<Folded>(sql`
        select text as key, fold_search(text) as folded
        from unnest(${arrayLiteral(texts)}::text[]) text`);
      remember(foldedTexts, answer);
    }
    const targets = unknownOf(foldedTargets, rows.map(targetOf));
    if (targets.length > 0) {
      const ids = sql`any(${arrayLiteral(targets)}::text[])`;
      const { rows: answer } = await tx.execute<Folded>(sql`
        select id as key, fold_search(name) as folded from associates where id = ${ids}
        union all
        select id, fold_search(fund_name) from social_challenges where id = ${ids}`);
      remember(foldedTargets, answer);
    }
  }

  return {
    async add(tx: Transaction, rows: readonly Application[]): Promise<void> {
      await foldNew(tx, rows);
      const found = rows
        .map((row) => ({
          number: row.appraisalId,
          at: row.createdAt?.getTime(),
          numbers: [row.appraisalId, row.tel, row.email, row.zipcode].join('|'),
          rest: [
            ...sharedTexts(row).map((text) => foldedTexts.get(text)),
            foldedTargets.get(targetOf(row)),
          ].join('|'),
        }))
        .sort((a, b) => Number(a.at) - Number(b.at));
      const list = (field: keyof (typeof found)[number]) =>
        sql`unnest(${arrayLiteral(found.map((one) => one[field]))}::text[])`;
      await tx.execute(sql`
        insert into application_search (appraisal_id, created_at, folded)
        select number, to_timestamp(at::float8 / 1000), fold_search(numbers) || '|' || rest
        from (select ${list('number')} as number, ${list('at')} as at, ${list('numbers')} as numbers,
          ${list('rest')} as rest) found`);
    },
  };
}

type Folded = { key: string; folded: string };

const unknownOf = (known: ReadonlyMap<string, string>, keys: readonly string[]) => [
  ...new Set(keys.filter((key) => !known.has(key))),
];

function remember(known: Map<string, string>, answer: readonly Folded[]) {
  for (const { key, folded } of answer) known.set(key, folded);
}

const targetOf = (row: Application) => row.associateId ?? row.socialChallengeId ?? '';

/** Name, reading and address, each folded separately. */
const sharedTexts = (row: Application) => [
  `${row.lastName}${row.firstName}`,
  `${row.lastNameKana}${row.firstNameKana}`,
  `${row.prefecture}${row.line1}${row.line2}${row.building}`,
];
