import { and, count, eq, inArray, isNotNull, isNull, lt, min, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { overdueIn } from '#giving/promised-days/overdue.server.ts';
import type { PromisedStep } from '#giving/promised-days/promised-days.ts';
import { openDoubles } from '#giving/receipts/doubles.server.ts';
import { receiptDoubles } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import type { MenuCounts } from '#kit/lists/menu-counts.ts';
import { may, type Permission } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { backupComplaint } from '#kit/restores/backup-complaint.server.ts';
import { restores } from '#kit/restores/restore-tables.server.ts';
import { addDays, jstDay, jstMonth, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { countBlocked } from '#money/bank-accounts/blocked-accounts.server.ts';
import { oldestOpenMonth } from '#money/month-close/month-close.server.ts';
import { stoppedLog } from '#money/public-log/stopped-log.server.ts';
import { countFailing } from '#money/remittances/failing-confirmations.server.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import { kindsFor } from '#people/approvals/approval-kinds.server.ts';
import { contactMessages, listingApplications } from '#people/messages/message-tables.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { appraisalDrafts } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { boxExceptions } from '#warehouse/intake/intake-tables.server.ts';
import { kitsLeavingBy } from '#warehouse/kits/leaving-kits.server.ts';
import { resultBatches } from '#warehouse/results/result-tables.server.ts';
import { countSilent } from '#warehouse/tracking/out-boxes.server.ts';
import { silentAfterDays } from '#warehouse/tracking/parcel.ts';
import type { Todo } from './todo.ts';

/** What a count finds: `dueAt` is when the most urgent one is due. */
type Found = { count: number; overdue?: number; dueAt?: Date | null | undefined; note?: string };

/** A kind of pending work; `screen` is the address below /admin whose menu entry counts it. */
type Declared = Pick<Todo, 'key' | 'section' | 'title' | 'action' | 'path'> & {
  screen: string;
  permission: Permission;
  find: (db: Database, now: Date, role: Role) => Promise<Found>;
};

/** Days before the promised day from which a transfer is to be prepared. */
const remittanceNoticeDays = 14;

/** Day and number of rows due on or before it: open ones, those past their time, the earliest time. */
async function dated(
  db: Database,
  table: PgTable,
  dueAt: SQL,
  { isOpen, now }: { isOpen: SQL | undefined; now: Date },
): Promise<Found> {
  const at = now.toISOString();
  const { rows } = await db.execute<{ open: number; overdue: number; due: string | null }>(sql`
    select count(*)::int as open, (count(*) filter (where ${dueAt} < ${at}::timestamptz))::int as overdue,
      min(${dueAt})::text as due
    from ${table} where ${isOpen}`);
  const [row] = rows;
  return {
    count: row?.open ?? 0,
    overdue: row?.overdue ?? 0,
    dueAt: row?.due ? new Date(row.due) : null,
  };
}

/** End of a promised day in Asia/Tokyo. */
const endOf = (day: string) => startOfJstDay(addDays(day, 1));

/** The days of a promise: how many applications are past it, and until when the longest waiting one is due. */
async function promised(db: Database, step: PromisedStep, now: Date) {
  const today = jstDay(now);
  const { promisedDays } = await storedAcceptance(db, today);
  const overdue = await countRows(db, applications, overdueIn(step, promisedDays, today));
  return { promisedDays, overdue: overdue.count };
}

/** Each count is a kept sum or uses an index of open rows. */
const declared: readonly Declared[] = [
  {
    key: 'messages',
    section: 'promises',
    screen: 'messages',
    permission: 'messages.answer',
    title: 'お返事を待っている方',
    action: '返事を書く',
    path: '/admin/messages?state=open',
    find: (db, now) =>
      dated(db, contactMessages, sql`${contactMessages.dueAt}`, {
        isOpen: isNull(contactMessages.answeredAt),
        now,
      }),
  },
  {
    key: 'silent-parcels',
    section: 'promises',
    screen: 'tracking',
    permission: 'kits.send',
    title: '届いた知らせのない箱',
    action: '調べる',
    path: '/admin/tracking?state=silent',
    find: async (db, now) => ({
      count: await countSilent(db, now),
      note: `お送りしてから${silentAfterDays}日以上たっています`,
    }),
  },
  {
    key: 'exceptions',
    section: 'promises',
    screen: 'exceptions',
    permission: 'boxes.receive',
    title: '保留の棚にある荷物',
    action: '開く',
    path: '/admin/exceptions?filter=open',
    find: (db, now) =>
      dated(
        db,
        boxExceptions,
        sql`((${boxExceptions.dueOn} + 1)::timestamp at time zone 'Asia/Tokyo')`,
        { isOpen: eq(boxExceptions.state, 'open'), now },
      ),
  },
  {
    key: 'dead-mails',
    section: 'promises',
    screen: 'mails',
    permission: 'mails.manage',
    title: '送れなかったメール',
    action: '送り直す',
    path: '/admin/mails?state=dead',
    find: async (db) => ({ count: (await readSum(db, 'mails', 'dead')).count }),
  },
  {
    key: 'kits',
    section: 'boxes',
    screen: 'kits',
    permission: 'kits.send',
    title: '今日発送する申し込み',
    action: '発送の準備',
    path: '/admin/kits',
    find: async (db, now) => {
      const { kits, boxes } = await kitsLeavingBy(db, jstDay(now));
      const { overdue } = await promised(db, 'kit', now);
      return { count: kits, overdue, dueAt: endOf(jstDay(now)), note: `${formatYen(boxes)}箱` };
    },
  },
  {
    key: 'appraisals',
    section: 'boxes',
    screen: 'appraisals',
    permission: 'appraisals.write',
    title: '査定を待つ申し込み',
    action: '査定する',
    path: '/admin/appraisals?state=waiting',
    find: async (db, now) => {
      const { promisedDays, overdue } = await promised(db, 'appraisal', now);
      const [longest] = await db
        .select({ since: min(applications.stateChangedAt) })
        .from(applications)
        .where(eq(applications.state, 'goods-received'));
      const { since } = longest ?? {};
      return {
        count: (await readSum(db, 'applications', 'goods-received')).count,
        overdue,
        dueAt: since && endOf(addDays(jstDay(since), promisedDays.appraisal)),
      };
    },
  },
  {
    key: 'reviews',
    section: 'boxes',
    screen: 'appraisals',
    permission: 'appraisals.write',
    title: '別の人が確かめる査定',
    action: '確かめる',
    path: '/admin/appraisals?state=review',
    find: async (db) => ({
      count: await db.$count(appraisalDrafts, eq(appraisalDrafts.state, 'review')),
    }),
  },
  {
    key: 'results',
    section: 'boxes',
    screen: 'results',
    permission: 'results.release',
    title: 'お知らせ前の査定結果',
    action: 'まとめて見る',
    path: '/admin/results',
    find: async (db) => {
      const [waiting] = await db
        .select({
          rows: sql<number>`coalesce(sum(${resultBatches.acceptedCount}), 0)::int`,
          dueAt: min(resultBatches.releaseDueAt),
          files: count(),
        })
        .from(resultBatches)
        .where(eq(resultBatches.state, 'waiting'));
      return {
        count: waiting?.rows ?? 0,
        dueAt: waiting?.dueAt,
        note: waiting?.dueAt ? 'その時刻に、自動でお知らせします' : '',
      };
    },
  },
  {
    key: 'identity-checks',
    section: 'boxes',
    screen: 'identity-checks',
    permission: 'identity.check',
    title: '届いた本人確認の書類',
    action: '確かめる',
    path: '/admin/identity-checks',
    find: async (db) => {
      const sums = await readSums(db, 'identity-checks', ['submitted']);
      return { count: sums.get('submitted')?.count ?? 0 };
    },
  },
  {
    key: 'approvals',
    section: 'money',
    screen: 'approvals',
    permission: 'approvals.decide',
    title: '承認を待っている依頼',
    action: '中身を見る',
    path: '/admin/approvals',
    find: async (db, _now, role) => ({
      count: await db.$count(
        approvals,
        and(eq(approvals.state, 'waiting'), inArray(approvals.kind, kindsFor(role))),
      ),
    }),
  },
  {
    key: 'failing-transfers',
    section: 'money',
    screen: 'remittances',
    permission: 'money.read',
    title: '着金を記録できない送金',
    action: '開く',
    path: '/admin/remittances',
    find: async (db) => {
      const failing = await countFailing(db);
      return { count: failing, overdue: failing };
    },
  },
  {
    key: 'blocked-accounts',
    section: 'money',
    screen: 'remittances',
    permission: 'money.read',
    title: '送金を止めている口座',
    action: '確かめる',
    path: '/admin/remittances/blocked',
    find: async (db) => ({ count: await countBlocked(db) }),
  },
  {
    key: 'remittances',
    section: 'money',
    screen: 'remittances',
    permission: 'remittances.manage',
    title: '送金の日が近いご寄付',
    action: '送金を準備する',
    path: '/admin/remittances',
    find: async (db, now) => {
      const { promisedDays, overdue } = await promised(db, 'remittance', now);
      const before = startOfJstDay(
        addDays(jstDay(now), remittanceNoticeDays - promisedDays.remittance),
      );
      const isNear = and(
        eq(applications.state, 'donated'),
        eq(applications.kind, 'direct'),
        lt(applications.stateChangedAt, before),
      );
      const near = await countRows(db, applications, isNear);
      const [longest] = await db
        .select({ since: min(applications.stateChangedAt) })
        .from(applications)
        .where(isNear);
      const { since } = longest ?? {};
      return {
        count: near.count,
        overdue,
        dueAt: since && endOf(addDays(jstDay(since), promisedDays.remittance)),
      };
    },
  },
  {
    key: 'month-close',
    section: 'money',
    screen: 'month-close',
    permission: 'books.close',
    title: '締めていない月',
    action: '月を締める',
    path: '/admin/month-close',
    find: async (db, now) => {
      const month = await oldestOpenMonth(db);
      const isOver = month !== undefined && month < jstMonth(now);
      return isOver
        ? { count: 1, note: `${month.replace('-', '年').replace('年0', '年')}月から` }
        : { count: 0 };
    },
  },
  {
    key: 'listings',
    section: 'money',
    screen: 'listings',
    permission: 'messages.answer',
    title: '掲載の申し込み',
    action: '読む',
    path: '/admin/listings',
    find: (db, now) =>
      dated(db, listingApplications, sql`${listingApplications.dueAt}`, {
        isOpen: isNotNull(listingApplications.dueAt),
        now,
      }),
  },
  {
    key: 'looks',
    section: 'money',
    screen: 'looks',
    permission: 'associates.edit',
    title: '団体から届いた原稿',
    action: '確かめて公開する',
    path: '/admin/looks',
    find: async (db) => ({
      count: await db.$count(contentVersions, eq(contentVersions.state, 'waiting')),
    }),
  },
  {
    key: 'pledge-reports',
    section: 'service',
    screen: 'pledge-reports',
    permission: 'pledges.moderate',
    title: '#mypledgeへの通報',
    action: '読む',
    path: '/admin/pledge-reports',
    find: async (db) => ({ count: (await readSum(db, 'pledge-reports', 'open')).count }),
  },
  {
    key: 'receipt-doubles',
    section: 'service',
    screen: 'receipt-runs',
    permission: 'donors.read',
    title: '重なっている受領証明書',
    action: '一方を無効にする',
    path: '/admin/receipt-runs',
    find: async (db) => ({ count: (await countRows(db, receiptDoubles, openDoubles)).count }),
  },
  {
    key: 'restores',
    section: 'service',
    screen: 'settings/backups',
    permission: 'settings.read',
    title: 'バックアップから戻しました',
    action: '確かめる',
    path: '/admin/settings/backups',
    find: async (db) => ({
      count: await db.$count(restores, isNull(restores.lookedAt)),
      note: '送金の照合と、保留中のメールの確認をお願いします。',
    }),
  },
  {
    key: 'public-log',
    section: 'service',
    screen: 'settings/backups',
    permission: 'settings.read',
    title: '公開記録の署名が止まっています',
    action: '手順を見る',
    path: '/admin/settings/backups',
    find: async (db) => ({
      count: (await stoppedLog(db)) ? 1 : 0,
      note: 'サーバーで npm run doctor -- --only public-log を実行してください。',
    }),
  },
  {
    key: 'backups',
    section: 'service',
    screen: 'settings/backups',
    permission: 'settings.read',
    title: 'バックアップの不具合',
    action: '確かめる',
    path: '/admin/settings/backups',
    async find(db, now) {
      const complaint = await backupComplaint(db, now);
      return { count: complaint === '' ? 0 : 1, note: complaint };
    },
  },
];

/** What each kind of work that this role may do has open; one query at a time, since every page of the office asks. */
async function findAll({ db, clock }: Context, { role }: Person): Promise<(Declared & Found)[]> {
  const now = clock();
  const found: (Declared & Found)[] = [];
  for (const todo of declared) {
    if (may(role, todo.permission)) found.push({ ...todo, ...(await todo.find(db, now, role)) });
  }
  return found;
}

/** What is to be done now by this role, in the order of the declarations; not audited, since it is only counts. */
export async function findTodos(ctx: Context, person: Person): Promise<Todo[]> {
  return (await findAll(ctx, person))
    .filter(({ count }) => count > 0)
    .map(({ find: _find, screen: _screen, permission: _permission, ...todo }) => {
      const { overdue = 0, dueAt, note = '' } = todo;
      return { ...todo, overdue, dueAt: dueAt ? toTimestamp(dueAt) : null, note };
    });
}

/** The same counts by screen, for the menu. */
export async function menuCounts(ctx: Context, person: Person): Promise<MenuCounts> {
  const counts: MenuCounts = {};
  for (const { screen, count, overdue = 0 } of await findAll(ctx, person)) {
    const sum = counts[screen] ?? { open: 0, overdue: 0 };
    counts[screen] = { open: sum.open + count, overdue: sum.overdue + overdue };
  }
  return counts;
}
