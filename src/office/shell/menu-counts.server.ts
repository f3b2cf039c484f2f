import { and, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { openDoubles } from '#giving/receipts/doubles.server.ts';
import { receiptDoubles } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { MenuCount, MenuCounts } from '#kit/lists/menu-counts.ts';
import { may, type Permission } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { countBlocked } from '#money/bank-accounts/blocked-accounts.server.ts';
import { countFailing } from '#money/remittances/failing-confirmations.server.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import { kindsFor } from '#people/approvals/approval-kinds.server.ts';
import { contactMessages, listingApplications } from '#people/messages/message-tables.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { countExceptions } from '#warehouse/intake/exception-list.server.ts';
import { countSilent } from '#warehouse/tracking/out-boxes.server.ts';

/** Count shown at a menu entry; `screen` is its path below /admin. */
type Counter = {
  screen: string;
  permission: Permission;
  count: (db: Database, now: Date, role: Role) => Promise<MenuCount>;
};

const rows = (db: Database, table: PgTable, condition: SQL | undefined) =>
  db.$count(table, condition);

/** Each count is a kept sum or uses an index of open rows. */
const counters: readonly Counter[] = [
  {
    screen: 'remittances',
    permission: 'money.read',
    count: async (db) => {
      const failing = await countFailing(db);
      return { open: (await countBlocked(db)) + failing, overdue: failing };
    },
  },
  {
    screen: 'messages',
    permission: 'messages.answer',
    count: async (db, now) => ({
      open: (await readSum(db, 'messages', 'open')).count,
      overdue: await rows(
        db,
        contactMessages,
        and(isNull(contactMessages.answeredAt), lt(contactMessages.dueAt, now)),
      ),
    }),
  },
  {
    screen: 'listings',
    permission: 'messages.answer',
    count: async (db, now) => ({
      open: await rows(db, listingApplications, isNotNull(listingApplications.dueAt)),
      overdue: await rows(
        db,
        listingApplications,
        and(isNotNull(listingApplications.dueAt), lt(listingApplications.dueAt, now)),
      ),
    }),
  },
  {
    screen: 'tracking',
    permission: 'kits.send',
    count: async (db, now) => ({ open: await countSilent(db, now), overdue: 0 }),
  },
  { screen: 'exceptions', permission: 'boxes.receive', count: countExceptions },
  {
    screen: 'identity-checks',
    permission: 'identity.check',
    count: async (db) => {
      const sums = await readSums(db, 'identity-checks', ['submitted']);
      return { open: sums.get('submitted')?.count ?? 0, overdue: 0 };
    },
  },
  {
    screen: 'pledge-reports',
    permission: 'pledges.moderate',
    count: async (db) => ({
      open: (await readSum(db, 'pledge-reports', 'open')).count,
      overdue: 0,
    }),
  },
  {
    screen: 'looks',
    permission: 'associates.edit',
    count: async (db) => ({
      open: await rows(db, contentVersions, eq(contentVersions.state, 'waiting')),
      overdue: 0,
    }),
  },
  {
    screen: 'approvals',
    permission: 'approvals.decide',
    count: async (db, _now, role) => ({
      open: await rows(
        db,
        approvals,
        and(eq(approvals.state, 'waiting'), inArray(approvals.kind, kindsFor(role))),
      ),
      overdue: 0,
    }),
  },
  {
    screen: 'receipt-runs',
    permission: 'donors.read',
    count: async (db) => ({ open: await rows(db, receiptDoubles, openDoubles), overdue: 0 }),
  },
  {
    screen: 'mails',
    permission: 'mails.manage',
    count: async (db) => {
      const { count } = await readSum(db, 'mails', 'dead');
      return { open: count, overdue: 0 };
    },
  },
];

/** Counts of pending work at menu entries; not audited, since they are only counts. */
export const menuCounts =
  ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) =>
  async ({ role }: Person): Promise<MenuCounts> => {
    const allowed = counters.filter(({ permission }) => may(role, permission));
    const counts = await Promise.all(
      allowed.map(async ({ screen, count }) => [screen, await count(db, clock(), role)] as const),
    );
    return Object.fromEntries(counts);
  };
