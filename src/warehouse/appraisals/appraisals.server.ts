import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import {
  type AppraisalDraft,
  appraisalsPageSize,
  type DraftState,
  type ListedAppraisal,
  presenceMs,
} from './appraisal-draft.ts';
import { appraisalDraftItems, appraisalDrafts as drafts } from './appraisal-tables.server.ts';
import { bonusFor } from './bonus-rules.server.ts';
import {
  contentOf,
  type DraftRow,
  findFlags,
  namesOf,
  readDraft,
  readItems,
  toItem,
} from './draft-rows.server.ts';
import { findReceived, hasWaitingResult, receivedBoxes, receivedDay } from './receiving.server.ts';
import { resultOf } from './tablet-result.server.ts';
import { totalsOf } from './totals.ts';

/** An on-site appraisal as its appraisers see it. Refuses if the goods have not been received. */
export async function readAppraisal(
  ctx: Context,
  person: Pick<Person, 'uid'>,
  appraisalId: string,
): Promise<AppraisalDraft> {
  const { db: source, clock } = ctx;
  // First: with a version newer than the items, an appraiser could finish items they never saw.
  const draft = await readDraft(source, appraisalId);
  const application = await findReceived(source, appraisalId);
  const items = await readItems(source, appraisalId);
  const boxes = await receivedBoxes(source, application);
  const at = clock();
  const contents = items.map(({ item }) => contentOf(item));
  const { appraisedYen } = totalsOf(contents);
  // A reopened draft ends on a later day.
  const isOver = draft !== undefined && draft.state !== 'open';
  const day = jstDay((isOver ? draft.finishedAt : null) ?? at);
  const bonus = await bonusFor(source, application, { appraisedYen, day });
  const isThrough = draft !== undefined && boxes.every((box) => draft.finishedBoxes.includes(box));
  const flags = isThrough
    ? await findFlags(
        source,
        resultOf(
          { application, draft, items: items.map(({ item }) => item) },
          {
            receivedOn: await receivedDay(source, application),
            day,
            bonusYen: bonus.yen,
          },
        ),
        ctx,
      )
    : [];
  const names = await namesOf(source, uidsOf(draft));
  const activeUids = new Set(
    items
      .filter(({ item }) => item.changedBy !== person.uid && isRecentlyActive(item.changedAt, at))
      .map(({ changedByName }) => changedByName),
  );
  if (draft && draft.changedBy !== person.uid && isRecentlyActive(draft.changedAt, at)) {
    activeUids.add(names.get(draft.changedBy) ?? '');
  }
  return {
    appraisalId,
    kind: application.kind === 'fund' ? 'fund' : 'direct',
    products: application.products,
    receivedOn: await receivedDay(source, application),
    state: (draft?.state ?? 'waiting') as DraftState,
    boxes,
    finishedBoxes: draft?.finishedBoxes ?? [],
    appliedBoxes: application.boxes,
    items: items.map((item) => toItem(item, pictureLinks(ctx).signed)),
    note: draft?.note ?? '',
    overrideReason: draft?.overrideReason ?? '',
    sentBackNote: draft?.sentBackNote ?? '',
    bonus,
    flags,
    others: [...activeUids].filter((name) => name !== ''),
    finished: signature(names, draft?.finishedBy, draft?.finishedAt),
    reviewed: signature(names, draft?.reviewedBy, draft?.reviewedAt),
    canReopen: !(await hasWaitingResult(source, appraisalId)),
    version: draft?.version ?? 0,
  };
}

const isRecentlyActive = (changedAt: Date, at: Date) =>
  at.getTime() - changedAt.getTime() <= presenceMs;

const uidsOf = (draft: DraftRow | undefined): string[] =>
  [draft?.changedBy, draft?.finishedBy, draft?.reviewedBy].filter((uid) => typeof uid === 'string');

const signature = (
  names: ReadonlyMap<string, string>,
  uid: string | null | undefined,
  at: Date | null | undefined,
) => (uid && at ? { name: names.get(uid) ?? '', at: toTimestamp(at) } : null);

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
