import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { appraisalsPageSize, type DraftState, type ListedAppraisal } from './appraisal-draft.ts';
import { appraisalDraftItems, appraisalDrafts as drafts } from './appraisal-tables.server.ts';

type Selection = { state?: DraftState | undefined };

const selected = ({ state }: Selection): SQL | undefined =>
  and(
    eq(applications.state, 'goods-received'),
    state === undefined
      ? undefined
      : state === 'waiting'
        ? isNull(drafts.appraisalId)
        : eq(drafts.state, state),
  );

const selectRows = (source: Database | Transaction) =>
  source
    .select({
      application: applications,
      draft: drafts,
      changedByName: personName(sql`${drafts.changedBy}`),
      items: sql<number>`(select count(*)::int from ${appraisalDraftItems}
        where ${appraisalDraftItems.appraisalId} = ${applications.appraisalId}
        and ${appraisalDraftItems.removedAt} is null)`,
    })
    .from(applications)
    .leftJoin(drafts, eq(drafts.appraisalId, applications.appraisalId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** Received boxes without a result, longest waiting first. */
export const appraisalList: AuditedList<Selection, Row, ListedAppraisal> = {
  name: 'appraisals',
  isPersonal: false,
  subjectType: 'appraisals',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: appraisalsPageSize,
  keys: () => [
    { by: applications.stateChangedAt, direction: 'asc', type: 'timestamptz' },
    { by: applications.appraisalId, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ application }) => [application.stateChangedAt.getTime(), application.appraisalId],
  idOf: ({ application }) => application.appraisalId,
  read: (db, selection, part) =>
    selectRows(db)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) =>
    countRows(
      db,
      sql`${applications} left join ${drafts} on ${drafts.appraisalId} = ${applications.appraisalId}`,
      selected(selection),
    ),
  toItems: (_db, rows) =>
    rows.map(({ application, draft, changedByName, items }) => ({
      appraisalId: application.appraisalId,
      kind: application.kind === 'fund' ? 'fund' : 'direct',
      boxes: application.boxes,
      receivedAt: toTimestamp(application.stateChangedAt),
      state: (draft?.state ?? 'waiting') as DraftState,
      items,
      finishedBoxes: draft?.finishedBoxes.length ?? 0,
      changedBy: draft ? changedByName : '',
      changedAt: draft ? toTimestamp(draft.changedAt) : null,
    })),
};
