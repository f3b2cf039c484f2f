import { eq } from 'drizzle-orm';
import { connect, type Database } from '#kit/db/database.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { type InsertedDonation, insertManyDonations } from '#test/factories/many-donations.ts';
import { databaseUrlOf } from '#test/server-process.ts';
import type { Product } from './fixtures.ts';

/** Writes to the product's database directly what would take many screens. */
export async function withDatabase<Result>(
  { dataDir }: Product,
  write: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { db, pool } = connect(await databaseUrlOf(dataDir));
  return write(db).finally(() => pool.end());
}

export async function uidOf(db: Database, email: string): Promise<string> {
  const [person] = await db.select({ uid: users.uid }).from(users).where(eq(users.email, email));
  if (!person) throw new Error('nobody has this e-mail');
  return person.uid;
}

let given = 20_000;

/** Gives the donor of this e-mail `count` donations; returns them newest first. */
export function giveMany(
  product: Product,
  email: string,
  count: number,
): Promise<InsertedDonation[]> {
  return withDatabase(product, async (db) => {
    const first = given;
    given += count;
    const listed = await db.select({ id: associates.id }).from(associates).limit(7);
    return insertManyDonations(db, {
      uid: await uidOf(db, email),
      count,
      first,
      associateIds: listed.map(({ id }) => id),
      newest: new Date(),
    });
  });
}
