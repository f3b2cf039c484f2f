import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { basisPointsOf } from '#organisations/associates/admin-associate.ts';
import type { AssociateContent } from '#organisations/associates/associate-content.ts';
import type {
  CheckedImport,
  ImportCells,
  ImportOutcome,
  ReadImport,
} from '#organisations/associates/associate-import.ts';
import {
  associateAgreements,
  associateCertifications,
  associateChallenges,
  associates,
  associateVisions,
} from '#organisations/associates/associate-tables.server.ts';
import {
  type associateVersions,
  readAssociateContents,
} from '#organisations/associates/associate-versions.server.ts';
import {
  type ImportedAssociate,
  readImportRow,
  repeatedIds,
} from '#organisations/associates/import-row.ts';

type ImportDeps = Pick<Dependencies, 'db' | 'clock' | 'threads'> & {
  pages: ReturnType<typeof associateVersions>;
};
type Judged = CheckedImport & {
  /** Valid rows, with the outcome of each. */
  right: {
    associate: ImportedAssociate;
    outcome: ImportOutcome;
    now?: AssociateContent | undefined;
  }[];
};

const readingLimitMs = 60_000;
/** Drafts of changes saved concurrently, each in its own transaction. */
const savedAtOnce = 8;

/** Import of organisations: read, validated row by row until correct, then written. */
export const associateImports = ({ db, clock, threads, pages }: ImportDeps) => ({
  /** Cells of a file; consumes its bytes. */
  read: (content: Uint8Array): Promise<ReadImport> =>
    threads.run('readAssociatesFile', content, { limitMs: readingLimitMs, handsOver: true }),

  /** Outcome of these rows; writes nothing. */
  async check(rows: readonly ImportCells[]): Promise<CheckedImport> {
    const { errors, outcomes } = await judge(db, rows, jstDay(clock()));
    return { errors, outcomes };
  },

  /**
   * Writes these rows: all, or none if one is invalid. Creates new organisations and drafts changes of known ones.
   * Idempotent.
   */
  async write(operator: Person, rows: readonly ImportCells[]): Promise<CheckedImport> {
    const judged = await transaction(db, async (tx) => {
      // Of two concurrent uploads of a file the second sees what the first created.
      await lock(tx, 'associate-import');
      const found = await judge(tx, rows, jstDay(clock()));
      if (found.errors.length > 0) throw notRight(found.errors);
      const isNew = ({ outcome }: Judged['right'][number]) =>
        outcome === 'draft' || outcome === 'publish';
      const made = found.right.filter(isNew).map(({ associate }) => associate);
      await insertAssociates(tx, operator, made, clock());
      return found;
    });
    const changed = judged.right.filter(({ outcome }) => outcome === 'change');
    for (let from = 0; from < changed.length; from += savedAtOnce) {
      await Promise.all(
        changed
          .slice(from, from + savedAtOnce)
          .map(({ associate, now }) =>
            pages.save(operator, associate.id, undefined, withPictures(associate.content, now)),
          ),
      );
    }
    return { errors: [], outcomes: judged.outcomes };
  },
});

const notRight = (errors: readonly CsvError[]) =>
  refuse('ValidationError', errors[0]?.message ?? '', {
    errors: errors.map(({ row, column, message }) => ({ path: `${row}.${column}`, message })),
  });

async function judge(
  source: Database | Transaction,
  rows: readonly ImportCells[],
  today: string,
): Promise<Judged> {
  const errors: CsvError[] = repeatedIds(rows);
  const read: ImportedAssociate[] = [];
  for (const { row, cells } of rows) {
    const one = readImportRow(cells, row);
    if ('ok' in one) read.push(one.ok);
    else errors.push(...one.errors);
  }
  const known = await readKnown(
    source,
    read.map(({ id }) => id),
  );
  const right: Judged['right'] = [];
  for (const associate of read) {
    const now = known.contents.get(associate.id);
    const draft = known.drafts.get(associate.id);
    const outcome = outcomeOf(associate, now, draft);
    if (outcome === 'publish' && !holdsOn(associate.agreement, today)) {
      const problem = '公開するには、今日に有効な契約が必要です';
      errors.push(csvError(associate.row, '契約の開始日', problem));
    } else if (outcome === 'taken') {
      const problem = '編集中の下書きがあります。先に公開するか、破棄してください。';
      errors.push(csvError(associate.row, '団体ID', problem, associate.id));
    } else if (outcome === 'gone') {
      const problem = 'ほかの団体が使っていたIDです。別のIDにしてください。';
      errors.push(csvError(associate.row, '団体ID', problem, associate.id));
    } else right.push({ associate, outcome, now });
  }
  const outcomes = right.map(({ associate: { row }, outcome }) => ({ row, outcome }));
  return { errors: errors.toSorted((a, b) => a.row - b.row), outcomes, right };

  function outcomeOf(
    { id, content, isPublished }: ImportedAssociate,
    now: AssociateContent | undefined,
    draft: AssociateContent | undefined,
  ): ImportOutcome | 'taken' | 'gone' {
    if (!now) {
      if (known.used.has(id)) return 'gone';
      return isPublished ? 'publish' : 'draft';
    }
    const wanted = withPictures(content, now);
    if (isSame(wanted, draft ?? now)) return 'same';
    return draft ? 'taken' : 'change';
  }
}

const holdsOn = (agreement: ImportedAssociate['agreement'], today: string) =>
  agreement !== undefined &&
  agreement.startsOn <= today &&
  (agreement.endsOn === '' || today <= agreement.endsOn);

/** Files contain no pictures: those of the page stay. */
const withPictures = (content: AssociateContent, now: AssociateContent | undefined) => ({
  ...content,
  coverImageId: now?.coverImageId ?? '',
  vision: { ...content.vision, imageId: now?.vision.imageId ?? '' },
});

/** jsonb does not keep the order of fields. */
const isSame = (one: AssociateContent, other: AssociateContent) => inOrder(one) === inOrder(other);
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

async function readKnown(source: Database | Transaction, ids: readonly string[]) {
  const contents = await readAssociateContents(source, ids);
  const versions =
    ids.length === 0
      ? []
      : await source
          .select({
            key: contentVersions.key,
            state: contentVersions.state,
            content: contentVersions.content,
          })
          .from(contentVersions)
          .where(keysOfPages(ids));
  return {
    contents,
    used: new Set(versions.map(({ key }) => key)),
    drafts: new Map(
      versions
        .filter(({ state }) => state === 'draft' || state === 'waiting')
        .map(({ key, content }) => [key, content as AssociateContent]),
    ),
  };
}

const keysOfPages = (ids: readonly string[]) =>
  and(eq(contentVersions.kind, 'associate'), inArray(contentVersions.key, [...ids]));

/** Writes new organisations with their related rows, each table in one statement. */
async function insertAssociates(
  tx: Transaction,
  operator: Pick<Person, 'uid'>,
  made: readonly ImportedAssociate[],
  at: Date,
): Promise<void> {
  await insertAll(
    tx,
    associates,
    made.map(({ id, isPublished, content }) => {
      const { socialChallenges: _, vision: __, coverImageId: ___, ...facts } = content;
      const state = isPublished ? 'published' : 'draft';
      return { ...facts, id, state, isListed: isPublished, createdAt: at };
    }),
  );
  await insertAll(
    tx,
    associateChallenges,
    made.flatMap(({ id, content }) =>
      content.socialChallenges.map((socialChallengeId, position) => ({
        associateId: id,
        socialChallengeId,
        position,
      })),
    ),
  );
  await insertAll(
    tx,
    associateVisions,
    made.map(({ id, content: { vision } }) => ({
      ...vision,
      imageId: null,
      associateId: id,
      updatedAt: at,
    })),
  );
  await insertRecords(tx, operator, made, at);
  await insertAll(
    tx,
    auditLog,
    made.map(({ id, isPublished }) => ({
      actorUid: operator.uid,
      action: 'associates.import',
      subjectType: 'associate',
      subjectId: id,
      details: { state: isPublished ? 'published' : 'draft' },
      at,
    })),
  );
}

async function insertRecords(
  tx: Transaction,
  operator: Pick<Person, 'uid'>,
  made: readonly ImportedAssociate[],
  at: Date,
): Promise<void> {
  await insertAll(
    tx,
    associateCertifications,
    made.flatMap(({ id, certification }) =>
      certification ? [{ ...certification, associateId: id }] : [],
    ),
  );
  await insertAll(
    tx,
    associateAgreements,
    made.flatMap(({ id, agreement }) => {
      if (!agreement) return [];
      const { feePercent, endsOn, ...terms } = agreement;
      return [
        {
          ...terms,
          id: randomUUID(),
          associateId: id,
          endsOn: endsOn || null,
          feeBasisPoints: basisPointsOf(feePercent),
          createdBy: operator.uid,
          createdAt: at,
        },
      ];
    }),
  );
}
