import { eq, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { evidence } from './donor-merge.ts';
import { donorSearch } from './donor-tables.server.ts';
import { type DonorOrGuest, theirApplications } from './whose.server.ts';

type Source = Database | Transaction;
type Evidence = (typeof evidence)[number];

/** Newest applications to compare: enough to see spellings of a name and address. */
const applicationsRead = 50;
const shownDoubles = 10;
/** A value shared by this many records (a company phone) is no evidence. */
const maxCandidates = 200;

/** All values that two records may share, folded like search texts. */
async function factsOf(db: Source, whose: DonorOrGuest): Promise<Record<Evidence, Set<string>>> {
  const columnsOf = (table: typeof users | typeof applications) => ({
    email: table.email,
    tel: table.tel,
    name: sql<string>`fold_search(${table.lastName} || ${table.firstName})`,
    kana: sql<string>`fold_search(${table.lastNameKana} || ${table.firstNameKana})`,
    address: sql<string>`fold_search(${table.prefecture} || ${table.line1} || ${table.line2})`,
  });
  const rows = await db
    .select(columnsOf(applications))
    .from(applications)
    .where(theirApplications(whose))
    .limit(applicationsRead);
  if (whose.kind === 'member') {
    rows.push(...(await db.select(columnsOf(users)).from(users).where(eq(users.uid, whose.uid))));
  }
  const all = (field: Evidence) => new Set(rows.map((row) => row[field]).filter(Boolean));
  return {
    email: all('email'),
    tel: all('tel'),
    name: all('name'),
    kana: all('kana'),
    address: all('address'),
  };
}

/** Fields in which two records match. */
export async function sharedFields(
  db: Source,
  one: DonorOrGuest,
  other: DonorOrGuest,
): Promise<Evidence[]> {
  const [a, b] = [await factsOf(db, one), await factsOf(db, other)];
  return (Object.keys(a) as Evidence[]).filter((field) =>
    [...a[field]].some((value) => b[field].has(value)),
  );
}

/** Ids of other records that may be the same person's: with the same e-mail, phone or reading of the name. */
export async function duplicatesOf(
  db: Source,
  whose: DonorOrGuest,
  ownId: string,
): Promise<string[]> {
  const { email, tel, kana } = await factsOf(db, whose);
  const words = [...tel, ...kana].filter((word) => word.length > 3);
  const holds = words.map(
    (word) => sql`select id from (
      select id, folded from ${donorSearch} where search_grams(folded) @@ search_query(${word}, '{}')
      limit ${maxCandidates}) as held where position(${word} in folded) > 0`,
  );
  const ofEmail = [...email].map(
    (one) => sql`select ${donorSearch.id} from ${donorSearch} where ${eq(donorSearch.email, one)}`,
  );
  const all: SQL[] = [...ofEmail, ...holds];
  if (all.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct id from (${sql.join(all, sql` union all `)}) as doubles
    where id <> ${ownId} order by id limit ${shownDoubles}`);
  return rows.map(({ id }) => id);
}
