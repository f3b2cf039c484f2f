import { createHash } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { listingApplications } from '#people/messages/message-tables.server.ts';
import {
  type AdminAssociateDetail,
  type AssociateCounts,
  type AssociateMove,
  type NewAssociate,
  NewAssociateId,
  type WaitingChange,
} from './admin-associate.ts';
import { associateList, lastCertifiedDay, toAdminAssociate } from './admin-list.server.ts';
import { agreementOn, agreements, readAgreements } from './agreements.server.ts';
import { missingForPublishing } from './associate-content.ts';
import { lockAssociate } from './associate-row.server.ts';
import { type AssociateState, associateStates, nextAssociateStates } from './associate-state.ts';
import { associates } from './associate-tables.server.ts';
import { readAssociateContent } from './associate-versions.server.ts';
import { certifications, readCertifications } from './certifications.server.ts';
import { isDeductible } from './classification.ts';
import { merging } from './merge.server.ts';
import { writeAssociateState } from './standing.server.ts';

/** What an organisation lacks for publication, in words. */
async function missingOf(
  source: Database | Transaction,
  id: string,
  today: string,
): Promise<string[]> {
  const content = await readAssociateContent(source, id);
  const facts = content ? missingForPublishing(content).map(({ label }) => label) : [];
  const agreement = await agreementOn(source, id, today);
  return agreement ? facts : [...facts, '今日に有効な契約'];
}

/** Moves organisations from draft to published, paused and ended. */
const associateStateMoves = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** Refuses an impossible transition, an outdated version, and publication of an incomplete page. */
  move: (operator: Person, id: string, order: AssociateMove) =>
    transaction(db, async (tx) => {
      const { state, mergedInto } = await lockAssociate(tx, id);
      if (state !== order.from) throw stale();
      demandPossible(order.from, order.to, mergedInto);
      await moveAssociate(tx, { operator, id, order, at: clock() });
    }),
});

/** Moves a locked organisation. */
async function moveAssociate(
  tx: Transaction,
  input: { operator: Pick<Person, 'uid'>; id: string; order: AssociateMove; at: Date },
): Promise<void> {
  const { operator, id, order, at } = input;
  const { from, to, note } = order;
  const today = jstDay(at);
  if (to === 'published') await demandNothingMissing(tx, id, today);
  const endedOn = to === 'ended' ? order.endedOn || today : null;
  if (endedOn && endedOn > today) {
    const message = '終了の日は、今日までの日を選んでください。';
    throw refuse('ValidationError', message, { errors: [{ path: 'endedOn', message }] });
  }
  await writeAssociateState(tx, id, {
    state: to,
    stateNote: to === 'published' ? '' : note,
    endedOn,
  });
  await audit(tx, operator, 'associates.move', ['associate', id], { at, from, to });
}

function demandPossible(from: AssociateState, to: AssociateState, mergedInto: string | null) {
  if (mergedInto !== null) {
    throw refuse('Conflict', 'この団体は、ほかの団体に統合されています。状態は変えられません。');
  }
  if (!nextAssociateStates[from].includes(to)) {
    const names = `「${associateStates[from]}」から「${associateStates[to]}」`;
    throw refuse('ValidationError', `${names}には変えられません。`);
  }
}

async function demandNothingMissing(tx: Transaction, id: string, today: string) {
  const missing = await missingOf(tx, id, today);
  if (missing.length > 0) {
    throw refuse('ValidationError', `公開するには、次のものが必要です：${missing.join('、')}。`);
  }
}

const shownAtMost = 200;
const isWaiting = and(eq(contentVersions.kind, 'associate'), eq(contentVersions.state, 'waiting'));

const countWaiting = (db: Database) => db.$count(contentVersions, isWaiting);

/** Page changes that wait for review, longest waiting first. */
async function readWaiting(db: Database): Promise<WaitingChange[]> {
  const rows = await db
    .select({
      id: associates.id,
      name: associates.name,
      changedBy: joinedPersonName,
      changedAt: contentVersions.changedAt,
    })
    .from(contentVersions)
    .innerJoin(associates, eq(associates.id, contentVersions.key))
    .leftJoin(users, eq(users.uid, contentVersions.changedBy))
    .where(isWaiting)
    .orderBy(asc(contentVersions.changedAt), asc(contentVersions.key))
    .limit(shownAtMost);
  return rows.map((row) => ({ ...row, changedAt: toTimestamp(row.changedAt) }));
}

/** Organisations for the operator: their list, the details of each, and actions on them. */
export const adminAssociates = (dependencies: Context) => {
  const { db, clock } = dependencies;
  return {
    ...associateStateMoves(dependencies),
    ...certifications(dependencies),
    ...agreements(dependencies),
    ...merging(dependencies),

    associateList: auditedList({ db, clock }, associateList),

    async counts(): Promise<AssociateCounts> {
      const rows = await db
        .select({ state: associates.state, count: sql<number>`count(*)::int` })
        .from(associates)
        .groupBy(associates.state);
      const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
      return {
        draft: of('draft'),
        published: of('published'),
        paused: of('paused'),
        ended: of('ended'),
        waiting: await countWaiting(db),
      };
    },

    waiting: () => readWaiting(db),

    find: (id: string) => readDetail(db, id, jstDay(clock())),

    /** Creates an empty draft by its name. Refuses an id in use or used before. */
    create: (operator: Person, { name, id }: NewAssociate): Promise<{ id: string }> =>
      transaction(db, async (tx) => {
        const at = clock();
        const made = await insertDraft(tx, { id: id || undefined, name, at });
        await audit(tx, operator, 'associates.create', ['associate', made], { at });
        return { id: made };
      }),
  };
};

const idTries = 20;
const takenMessage =
  'このIDは、ほかの団体が使っているか、使っていたものです。別のIDにしてください。';

/** Inserts an organisation without content; derives an id if none is given. */
export async function insertDraft(
  tx: Transaction,
  { id, name, at }: { id: string | undefined; name: string; at: Date },
): Promise<string> {
  const wished = id === undefined ? derivedIds(name) : [id];
  for (const one of wished) {
    if (await wasUsed(tx, one)) continue;
    const [row] = await tx
      .insert(associates)
      .values({
        id: one,
        name,
        summary: '',
        classification: 'undefined',
        state: 'draft',
        isListed: false,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: associates.id });
    if (row) return row.id;
  }
  throw refuse('Conflict', takenMessage, { errors: [{ path: 'id', message: takenMessage }] });
}

/** Ids are part of URLs and receipts: the id of a deleted organisation is never reused. */
async function wasUsed(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(sql`
    select exists (select from associates where id = ${id})
      or exists (select from ${contentVersions} where kind = 'associate' and key = ${id})
      or exists (select from audit_log where subject_type = 'associate' and subject_id = ${id}) as used`);
  return rows[0]?.used ?? false;
}

/**
 * Candidate ids from a name's Latin letters, else from its hash: "org-5f3a9c1e", numbered if taken. An id of digits
 * only, or one that is the path of a page, gets a prefix.
 */
export function derivedIds(name: string): string[] {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const latin = words.join('-').slice(0, 30).replace(/-$/, '');
  const sum = createHash('sha256').update(name.normalize('NFKC')).digest('hex');
  const isName = latin.length >= 3 && latin !== 'npo';
  const base = isName ? withWord(latin) : `org-${sum.slice(0, 8)}`;
  return Array.from({ length: idTries }, (_, n) => (n === 0 ? base : `${base}-${n + 1}`));
}

const withWord = (id: string) =>
  /[a-z]/.test(id) && NewAssociateId.safeParse(id).success ? id : `org-${id}`;

async function readDetail(
  db: Database,
  id: string,
  today: string,
): Promise<(AdminAssociateDetail & { sealPath: string }) | undefined> {
  const [row] = await db
    .select({ associate: associates, certificationEndsOn: lastCertifiedDay })
    .from(associates)
    .where(eq(associates.id, id));
  if (!row) return undefined;
  const { associate } = row;
  const records = await readCertifications(db, id);
  const [listing] = await db
    .select({ id: listingApplications.id })
    .from(listingApplications)
    .where(eq(listingApplications.associateId, id))
    .limit(1);
  const shown = toAdminAssociate(row, today);
  return {
    ...shown,
    stateNote: associate.stateNote,
    endedOn: associate.endedOn ?? '',
    mergedInto: associate.mergedInto ?? '',
    isDeductible: [null, ...records.filter((one) => one.withdrawnAt === null)].some(
      (certification) => isDeductible({ ...shown, certification }, today),
    ),
    missing: await missingOf(db, id, today),
    certifications: records,
    agreements: await readAgreements(db, id),
    seal: '',
    sealPath: imagePath(associate.sealImageId),
    listingId: listing?.id ?? '',
  };
}
