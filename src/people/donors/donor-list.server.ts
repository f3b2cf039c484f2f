import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows, type Key, type Part } from '#kit/db/keyset.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { type Searched, searchTexts, wordsOf } from '#kit/db/search-texts.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type DonorLine, donorsPageSize } from './donor.ts';
import { donorSearch } from './donor-tables.server.ts';

type Source = Database | Transaction;
type DonorSelection = {
  /** Words that must all occur in name, kana, phone, e-mail or an application's number, folded. */
  keyword: string;
};

const searched: Searched = {
  texts: donorSearch,
  id: donorSearch.id,
  pieces: 'donor_search_grams',
  rows: donorSearch,
  columns: { createdAt: donorSearch.createdAt, id: donorSearch.id },
};

const keysOf = ({ createdAt, id }: { createdAt: Key['by']; id: Key['by'] }): Key[] => [
  { by: createdAt, direction: 'desc', type: 'timestamptz' },
  { by: id, direction: 'desc', type: 'text' },
];

const personOf = (table: typeof users | typeof applications) => ({
  lastName: table.lastName,
  firstName: table.firstName,
  lastNameKana: table.lastNameKana,
  firstNameKana: table.firstNameKana,
  tel: table.tel,
});

/** Donors and guests with the columns of the list; the caller orders and limits. */
const selectDonors = (db: Source, condition: SQL | undefined) =>
  db
    .select({
      found: {
        id: donorSearch.id,
        uid: donorSearch.uid,
        email: donorSearch.email,
        createdAt: donorSearch.createdAt,
      },
      user: { ...personOf(users), role: users.role, lockedAt: users.lockedAt },
      application: personOf(applications),
    })
    .from(donorSearch)
    .leftJoin(users, eq(users.uid, donorSearch.uid))
    .leftJoin(
      applications,
      and(isNull(donorSearch.uid), eq(applications.appraisalId, donorSearch.id)),
    )
    .where(condition)
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectDonors>>[number];

/** Lines of these ids. */
export async function readLines(db: Source, ids: readonly string[]): Promise<DonorLine[]> {
  const rows = await selectDonors(db, eq(donorSearch.id, oneOf(ids)));
  return rows.map(toLine);
}

export function toLine({ found, user, application }: Row): DonorLine {
  const person = user ?? application;
  return {
    id: found.id,
    isGuest: found.uid === null,
    name: `${person?.lastName ?? ''} ${person?.firstName ?? ''}`.trim(),
    nameKana: `${person?.lastNameKana ?? ''} ${person?.firstNameKana ?? ''}`.trim(),
    email: found.email,
    tel: person?.tel ?? '',
    role: (user?.role ?? 'donor') as Role,
    isLocked: user?.lockedAt != null,
    createdAt: toTimestamp(found.createdAt),
  };
}

const list: AuditedList<DonorSelection, Row, DonorLine> = {
  name: 'donors',
  subjectType: 'donors',
  subjectId: () => 'all',
  pageSize: donorsPageSize,
  keys: () => keysOf(searched.columns),
  valuesOf: ({ found }) => [found.createdAt.getTime(), found.id],
  idOf: ({ found }) => found.id,
  read: (db, _selection, part) =>
    selectDonors(db, part.where)
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db) => countRows(db, donorSearch, undefined),
  search,
  toItems: (_db, rows) => rows.map(toLine),
};

async function search(db: Source, { keyword }: DonorSelection) {
  const words = await wordsOf(db, keyword, searched);
  if (!words) return undefined;
  const all = await countRows(db, donorSearch, undefined);
  const found = searchTexts(db, {
    of: searched,
    selected: undefined,
    size: all.isMore ? Number.POSITIVE_INFINITY : all.count,
    words,
    keysOf,
  });
  return {
    total: found.total,
    async read(part: Part): Promise<Row[]> {
      const ids = await found.ids(part);
      const rows = await selectDonors(db, eq(donorSearch.id, oneOf(ids)));
      const byId = new Map(rows.map((row) => [row.found.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}

/** Donors and guests, newest first, or those that match a keyword. */
export const donorList = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) =>
  auditedList({ db, clock }, list);
