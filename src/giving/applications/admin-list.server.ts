import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import { countOverdue, overdue, overdueIn } from '#giving/promised-days/overdue.server.ts';
import {
  type PromisedDays,
  promisedDay,
  promisedSteps,
} from '#giving/promised-days/promised-days.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { countRows, exactTotal, type Key, type Part, type Total } from '#kit/db/keyset.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { type Searched, searchTexts, wordsOf } from '#kit/db/search-texts.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { jstDay, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { agreedTermsVersion } from '#people/legal/consents.server.ts';
import { kitsLeavingBy, leavesByCondition } from '#warehouse/kits/leaving-kits.server.ts';
import {
  type AdminApplication,
  type AdminApplicationDetail,
  type ApplicationCounts,
  adminApplicationsPageSize,
  adminSteps,
} from './admin-application.ts';
import { adminHistory, listFacts, undoOptions } from './admin-history.server.ts';
import {
  selectApplications,
  toRow,
  type WholeApplication,
  withHistory,
} from './application-row.server.ts';
import {
  type ApplicationState,
  allowedSteps,
  applicationStates,
  type IdentityCheck,
} from './application-state.ts';
import { toStatus } from './application-status.server.ts';
import { applicationSearch, applications } from './application-tables.server.ts';
import { carrierSlots, type DeliverySlot } from './delivery.ts';

type AdminSelection = {
  state?: ApplicationState | undefined;
  /** Filters: kits leaving today, applications waiting for the operator, or those past their promised day. */
  due?: 'kit' | 'todo' | 'overdue' | undefined;
  /** Words that must all occur in number, name, kana, phone, e-mail, address or target, folded. */
  keyword: string;
  order: 'newest' | 'oldest';
};

const dayMs = 24 * 60 * 60 * 1000;

/** Applications per state. */
export async function applicationCounts({ db }: Context): Promise<ApplicationCounts> {
  const sums = await readSums(db, 'applications');
  return Object.fromEntries(
    applicationStates.map((state) => [state, sums.get(state)?.count ?? 0]),
  ) as ApplicationCounts;
}

/** Counts of applications waiting for the operator and of overdue ones, up to a bound. */
export async function dueCounts({
  clock,
  db,
}: Context): Promise<{ todo: number; overdue: number }> {
  const today = jstDay(clock());
  const days = await promisedDays(db, today);
  const [todo, { count }] = await Promise.all([
    todoCount(db, today),
    countOverdue(db, days, today),
  ]);
  return { todo, overdue: count };
}

/** All details of one application; undefined if there is none. */
export async function findApplication(
  ctx: Context,
  operator: Person,
  appraisalId: string,
): Promise<AdminApplicationDetail | undefined> {
  const { db, clock } = ctx;
  return transaction(db, async (tx) => {
    const found = await selectApplications(tx, eq(applications.appraisalId, appraisalId));
    const [row] = await withHistory(tx, found.map(toRow));
    if (!row) return undefined;
    const at = clock();
    await audit(tx, operator, 'applications.read', ['application', appraisalId], { at });
    const today = jstDay(at);
    const days = await promisedDays(tx, today);
    const facts = { today, days, ...(await listFacts(tx, [row]))(appraisalId) };
    const status = toStatus(row, days, pictureLinks(ctx).signed);
    const detail = toDetail(row, status, facts, await agreedTermsVersion(tx, appraisalId));
    return {
      ...detail,
      enteredBy: await entererOf(tx, row.enteredBy),
      history: await adminHistory(tx, row),
      ...undoOptions(row, at),
    };
  });
}

const selected = async (
  db: Source,
  { state, due }: AdminSelection,
  at: Date,
): Promise<SQL | undefined> =>
  and(
    state === undefined ? undefined : eq(applications.state, state),
    due && (await dueConditions[due](db, jstDay(at))),
  );

const dueConditions = {
  kit: leavesByCondition,
  /** Condition of work to do now: send kits, appraise, check papers. */
  todo: async (db: Source, today: string) =>
    or(
      await leavesByCondition(db, today),
      eq(applications.state, 'goods-received'),
      and(eq(applications.state, 'appraised'), eq(applications.identity, 'submitted')),
    ),
  overdue: async (db: Source, today: string) => overdue(await promisedDays(db, today), today),
} satisfies Record<NonNullable<AdminSelection['due']>, unknown>;

const promisedDays = async (db: Source, today: string) =>
  (await storedAcceptance(db, today)).promisedDays;

const searched: Searched = {
  texts: applicationSearch,
  id: applicationSearch.appraisalId,
  pieces: 'application_search_grams',
  rows: applications,
  columns: { createdAt: applications.createdAt, id: applications.appraisalId },
};

/** Applications of a selection. */
export const applicationList: AuditedList<AdminSelection, LineRow, AdminApplication> = {
  name: 'applications',
  subjectType: 'applications',
  subjectId: ({ state, due }) => state ?? due ?? 'all',
  pageSize: adminApplicationsPageSize,
  keys: ({ order }) => keysOf(order, searched.columns),
  valuesOf: (row) => [row.createdAt.getTime(), row.appraisalId],
  idOf: (row) => row.appraisalId,
  read,
  total,
  search,
  async toItems(db, rows, at) {
    const today = jstDay(at);
    const days = await promisedDays(db, today);
    const more = await listFacts(db, rows);
    return rows.map((row) => toLine(row, { today, days, ...more(row.appraisalId) }));
  },
};

function keysOf(
  order: AdminSelection['order'],
  { createdAt, id }: { createdAt: Key['by']; id: Key['by'] },
): Key[] {
  const direction = order === 'newest' ? 'desc' : 'asc';
  return [
    { by: createdAt, direction, type: 'timestamptz' },
    { by: id, direction, type: 'text' },
  ];
}

type Source = Database | Transaction;

async function read(
  db: Source,
  selection: AdminSelection,
  part: Part,
  at: Date,
): Promise<LineRow[]> {
  const where =
    selection.due === 'overdue'
      ? await firstOverdue(db, selection, part, at)
      : and(await selected(db, selection, at), part.where);
  return selectLines(db, where)
    .orderBy(...part.orderBy)
    .limit(part.limit);
}

/**
 * The first overdue applications of each step, in the list's order. With all steps in one condition PostgreSQL would
 * read every finished application.
 */
async function firstOverdue(db: Source, { state }: AdminSelection, part: Part, at: Date) {
  const today = jstDay(at);
  const days = await promisedDays(db, today);
  const ofState = state === undefined ? undefined : eq(applications.state, state);
  const steps = promisedSteps.map(
    (step) => sql`(select ${applications.appraisalId} from ${applications}
      where ${and(overdueIn(step, days, today), ofState, part.where)}
      order by ${sql.join(part.orderBy, sql`, `)} limit ${part.limit})`,
  );
  return sql`${applications.appraisalId} in (${sql.join(steps, sql` union all `)})`;
}

/** Columns of a line: a third of a whole row, which matters in a CSV of all. */
const selectLines = (db: Source, condition: SQL | undefined) =>
  db
    .select({
      appraisalId: applications.appraisalId,
      uid: applications.uid,
      kind: applications.kind,
      targetName: sql<string>`coalesce(${associates.name}, ${socialChallenges.fundName}, '')`,
      state: applications.state,
      stateChangedAt: applications.stateChangedAt,
      identity: applications.identity,
      lastName: applications.lastName,
      firstName: applications.firstName,
      lastNameKana: applications.lastNameKana,
      firstNameKana: applications.firstNameKana,
      tel: applications.tel,
      boxes: applications.boxes,
      needsKit: applications.needsKit,
      deliveryDate: applications.deliveryDate,
      deliverySlot: applications.deliverySlot,
      createdAt: applications.createdAt,
      version: applications.version,
    })
    .from(applications)
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .where(condition)
    .$dynamic();
type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

async function total(db: Source, selection: AdminSelection, at: Date): Promise<Total> {
  const { state, due } = selection;
  if (due === 'kit') {
    const isOfState = state === undefined || state === 'applied';
    return exactTotal(isOfState ? (await kitsLeavingBy(db, jstDay(at))).kits : 0);
  }
  if (due === 'todo' && state === undefined) return exactTotal(await todoCount(db, jstDay(at)));
  if (due === 'overdue' && state === undefined) {
    return countOverdue(db, await promisedDays(db, jstDay(at)), jstDay(at));
  }
  if (due) return countRows(db, applications, await selected(db, selection, at));
  return exactTotal((await readSum(db, 'applications', state)).count);
}

async function todoCount(db: Source, today: string): Promise<number> {
  // Sequential: `db` may be a transaction, and its connection takes one statement at a time.
  const { kits } = await kitsLeavingBy(db, today);
  const received = await readSum(db, 'applications', 'goods-received');
  const submitted = await readSum(db, 'identity-checks', 'submitted');
  return kits + received.count + submitted.count;
}

/** Matches of a keyword; undefined if the keyword has no words. */
async function search(db: Source, selection: AdminSelection, at: Date) {
  const words = await wordsOf(db, selection.keyword, searched);
  if (!words) return undefined;
  const found = searchTexts(db, {
    of: searched,
    selected: await selected(db, selection, at),
    size: (await total(db, selection, at)).count,
    words,
    keysOf: (columns) => keysOf(selection.order, columns),
  });
  return {
    total: found.total,
    async read(part: Part): Promise<LineRow[]> {
      const ids = await found.ids(part);
      const rows = await selectLines(db, eq(applications.appraisalId, oneOf(ids)));
      const byId = new Map(rows.map((row) => [row.appraisalId, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

type LineFacts = { today: string; days: PromisedDays; amountYen: number | null; kitSentOn: string };

function toLine(row: LineRow, facts: LineFacts): AdminApplication {
  const { today, days, amountYen, kitSentOn } = facts;
  const state = row.state as ApplicationState;
  const stateDay = jstDay(row.stateChangedAt);
  const since = startOfJstDay(stateDay);
  const promisedOn = promisedDay(
    {
      state,
      since: stateDay,
      deliveryDate: row.deliveryDate ?? '',
      needsKit: row.needsKit,
      kind: row.kind as 'direct' | 'fund',
    },
    days,
  );
  const possible = allowedSteps(state, 'operator', row);
  return {
    appraisalId: row.appraisalId,
    kind: row.kind as 'direct' | 'fund',
    targetName: row.targetName,
    state,
    identity: row.identity as IdentityCheck,
    name: `${row.lastName} ${row.firstName}`,
    nameKana: `${row.lastNameKana} ${row.firstNameKana}`,
    tel: row.tel,
    isGuest: row.uid === null,
    boxes: row.boxes,
    deliveryDate: row.deliveryDate ?? '',
    deliverySlot: row.deliverySlot as DeliverySlot,
    amountYen,
    kitSentOn,
    promisedOn,
    isOverdue: promisedOn !== '' && promisedOn < today,
    createdAt: toTimestamp(row.createdAt),
    elapsedDays: Math.max(0, (startOfJstDay(today).getTime() - since.getTime()) / dayMs),
    steps: adminSteps.filter((step) => possible.includes(step)),
    version: row.version,
  };
}

/** Name of the staff member who entered an application for a caller; else the account's e-mail, or "" if deleted. */
async function entererOf(tx: Transaction, uid: string | null) {
  if (uid === null) return null;
  const [user] = await tx
    .select({ lastName: users.lastName, firstName: users.firstName, email: users.email })
    .from(users)
    .where(eq(users.uid, uid));
  return { name: `${user?.lastName ?? ''} ${user?.firstName ?? ''}`.trim() || (user?.email ?? '') };
}

function toDetail(
  row: WholeApplication,
  status: AdminApplicationDetail['status'],
  facts: LineFacts,
  termsVersion: number | null,
): Omit<AdminApplicationDetail, 'enteredBy' | 'history' | keyof ReturnType<typeof undoOptions>> {
  const slot = row.deliverySlot as DeliverySlot;
  return {
    ...toLine(row, facts),
    status,
    email: row.email,
    names: {
      firstName: row.firstName,
      lastName: row.lastName,
      firstNameKana: row.firstNameKana,
      lastNameKana: row.lastNameKana,
    },
    uid: row.uid,
    frequency: row.frequency as 'once' | 'recurring',
    birth: row.birth ?? '',
    occupation: row.occupation,
    slotCodes: { sagawa: carrierSlots.sagawa[slot], yamato: carrierSlots.yamato[slot] },
    termsVersion,
  };
}
