import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  type AdminApplication,
  type AdminApplicationDetail,
  type ApplicationCounts,
  adminApplicationsPageSize,
  adminSteps,
} from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  allowedSteps,
  applicationStates,
  type IdentityCheck,
} from '#domain/applications/application-state.ts';
import { carrierSlots, type DeliverySlot } from '#domain/applications/delivery.ts';
import { jstDay, startOfJstDay, toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import { applicationSearch, applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
  type WholeApplication,
  withHistory,
} from './application-row.ts';
import { toStatus } from './application-status.ts';
import { leavesBy } from './leaving-kits.ts';

export type AdminSelection = {
  state?: ApplicationState | undefined;
  /** Only those whose kit leaves today. */
  due?: 'kit' | undefined;
  /** Words that all must occur in number, name, kana, phone or e-mail, folded. */
  keyword: string;
  order: 'newest' | 'oldest';
  page: number;
};

const maxWords = 5;
const dayMs = 24 * 60 * 60 * 1000;

/** The operator's view of all applications; each look is audited, since it shows personal data. */
export const adminList = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** One page of the selected applications and how many there are in all. */
  async adminList(
    operator: Person,
    { state, due, keyword, order, page }: AdminSelection,
  ): Promise<{ applications: AdminApplication[]; total: number }> {
    const at = clock();
    const selected = and(
      state === undefined ? undefined : eq(applications.state, state),
      due === 'kit' ? leavesBy(jstDay(at)) : undefined,
      ...keyword.split(/\s+/).filter(Boolean).slice(0, maxWords).map(holdsWord),
    );
    const direction = order === 'newest' ? desc : asc;
    return transaction(db, async (tx) => {
      const rows = await selectApplications(tx, selected)
        .orderBy(direction(applications.createdAt), direction(applications.appraisalId))
        .limit(adminApplicationsPageSize)
        .offset((page - 1) * adminApplicationsPageSize);
      const [counted] = await tx.select({ total: count() }).from(applications).where(selected);
      await writeAudit(tx, {
        actor: operator,
        action: 'applications.list',
        subjectType: 'applications',
        subjectId: state ?? due ?? 'all',
        // The keyword may be a name: what was shown says enough.
        details: { page, ids: rows.map(({ application }) => application.appraisalId) },
        at,
      });
      return {
        applications: rows.map((row) => toLine(toRow(row), jstDay(at))),
        total: counted?.total ?? 0,
      };
    });
  },

  /** How many applications are in each state. */
  async adminCounts(): Promise<ApplicationCounts> {
    const rows = await db
      .select({ state: applications.state, total: count() })
      .from(applications)
      .groupBy(applications.state);
    const totals = new Map(rows.map(({ state, total }) => [state, total]));
    return Object.fromEntries(
      applicationStates.map((state) => [state, totals.get(state) ?? 0]),
    ) as ApplicationCounts;
  },

  /** All of one application; undefined when there is none. */
  async adminFind(
    operator: Person,
    appraisalId: string,
  ): Promise<AdminApplicationDetail | undefined> {
    return transaction(db, async (tx) => {
      const found = await selectApplications(tx, eq(applications.appraisalId, appraisalId));
      const [row] = await withHistory(tx, found.map(toRow));
      if (!row) return undefined;
      const at = clock();
      await writeAudit(tx, {
        actor: operator,
        action: 'applications.read',
        subjectType: 'application',
        subjectId: appraisalId,
        at,
      });
      return toDetail(row, jstDay(at));
    });
  },
});

/**
 * Index-backed: the word's pieces of two letters (of one, for a word of one) narrow down, the text
 * itself decides.
 */
function holdsWord(word: string): SQL {
  const folded = sql`fold_search(${word})`;
  const pieces = sql`array(
    select piece from unnest(text_grams(${folded})) as piece
    where length(piece) = least(2, length(${folded})))`;
  return inArray(
    applications.appraisalId,
    sql`(
      select ${applicationSearch.appraisalId} from ${applicationSearch}
      where ${applicationSearch.grams} @> ${pieces}
        and position(${folded} in ${applicationSearch.folded}) > 0)`,
  );
}

function toLine(row: ApplicationRow, today: string): AdminApplication {
  const state = row.state as ApplicationState;
  const since = startOfJstDay(jstDay(row.stateChangedAt));
  const possible = allowedSteps(state, 'operator');
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
    createdAt: toTimestamp(row.createdAt),
    elapsedDays: Math.max(0, (startOfJstDay(today).getTime() - since.getTime()) / dayMs),
    steps: adminSteps.filter((step) => possible.includes(step)),
  };
}

function toDetail(row: WholeApplication, today: string): AdminApplicationDetail {
  const slot = row.deliverySlot as DeliverySlot;
  return {
    ...toLine(row, today),
    status: toStatus(row),
    email: row.email,
    uid: row.uid,
    frequency: row.frequency as 'once' | 'recurring',
    birth: row.birth ?? '',
    occupation: row.occupation,
    slotCodes: { sagawa: carrierSlots.sagawa[slot], yamato: carrierSlots.yamato[slot] },
    history: row.events.map((event) => ({
      fromState: event.fromState as ApplicationState | null,
      toState: event.toState as ApplicationState,
      doneBy: event.doneBy,
      actorUid: event.actorUid,
      isSkipped: event.isSkipped,
      note: event.note,
      at: toTimestamp(event.at),
    })),
  };
}
