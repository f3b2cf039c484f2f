import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connect, type Database, transaction } from '#kit/db/database.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import { loadSample } from '#start/sample/load-sample.server.ts';
import { type TestDatabase, testDatabase } from '#test/database.ts';
import { wholeDatabase } from '#test/factories/whole-database.ts';
import { headersOfSession } from '#test/signed-in.ts';
import { atEnd, inTimeZone, testApp } from '#test/test-app.ts';
import { runWorkingDay } from './acts.ts';
import { readsOf, servicesRead, today } from './reads.ts';
import { inAnyOrder, withoutTimes } from './without-times.ts';

const sampleSize = { seed: 20_271_231, associates: 14, donors: 40, donations: 160 };

/** The sample as of `today`, in a database without connections. */
export async function sampleDatabase(prepare: (db: Database) => Promise<void>) {
  const database = await testDatabase();
  const { db, pool } = connect(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-days-'));
  atEnd(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const clock = () => new Date(`${today}T18:00:00+09:00`);
  await loadSample({ db, clock, files: folderStore(folder) }, sampleSize);
  await prepare(db);
  await pool.end();
  return database;
}

/** Moves all instants into nine hours of their day in Japan from `firstHour` on, keeping their order. */
export async function moveMoments(db: Database, firstHour: number): Promise<void> {
  const { rows } = await db.execute<{ table: string; columns: string[] }>(sql`
    select table_name as "table", json_agg(column_name) as columns from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type like 'timestamp%' and is_generated = 'NEVER'
    group by 1`);
  await transaction(db, async (tx) => {
    // Without triggers: no day changes, so derived rows stay as they are.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { table, columns } of rows) {
      const moved = columns.map((name) => {
        const day = `(date_trunc('day', ${name} at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo')`;
        const at = `${day} + interval '${firstHour} hours' + (${name} - ${day}) * 0.374`;
        return `${name} = case when isfinite(${name}) then ${at} else ${name} end`;
      });
      await tx.execute(sql.raw(`update "${table}" set ${moved.join(', ')}`));
    }
  });
}

/** Tables of random or process-specific data (keys, rate limits, sessions), and derived ones (search, counts). */
const ownTables =
  /^(auth_|application_tokens|idempotency|attempt_budgets|topic_|settings$|audit_log$|.*_search$)/;

/**
 * The product on a copy of `sample` in which everything happened, and keeps happening, within nine
 * hours of a day from `firstHour` on.
 */
export async function openWorld(sample: TestDatabase, firstHour: number, timeZone: string) {
  const hour = (hours: number) =>
    new Date(Date.parse(`${today}T00:00:00+09:00`) + hours * 3_600_000);
  const house = await testApp({
    ...{ database: await testDatabase(sample), timeZone, statementMs: 15_000 },
    now: hour(firstHour + 8.6),
  });
  await moveMoments(house.db, firstHour);
  // Passwords are random: people re-authenticate at their sign-in service.
  await house.db.execute(sql`update auth_accounts set password = null`);
  const sessions = new Map<string, Promise<Record<string, string>>>();
  const headersOf = (uid: string) => {
    const headers = sessions.get(uid) ?? headersOfSession(house, uid, true);
    sessions.set(uid, headers);
    return headers;
  };
  const { app } = house;
  const drawn: string[] = [];
  const comparable = (text: string) =>
    withoutTimes(
      drawn
        .reduce((all, number, index) => all.replaceAll(number, `drawn ${index}`), text)
        // Hashes of the gifts' random ids.
        .replaceAll(/\bG-[0-9A-F]{5}-[0-9A-F]{5}\b/g, 'G-drawn')
        // A receipt's random code, as its hash and encrypted.
        .replaceAll(/,[\w-]{43},[\w-]{40,}(?=,|\n|$)/g, ',drawn code'),
      firstHour,
    );
  /** Responses of every read request, or of some routes. */
  const shown = async (routes = /./) => {
    const views = new Map<string, string>();
    for (const { route, url, uid } of (await readsOf(house)).reads) {
      if (!routes.test(route)) continue;
      const reply = await app.inject({ url, headers: await headersOf(uid) });
      const head = `${reply.statusCode} ${reply.headers['content-disposition'] ?? ''}`;
      const view = comparable(`${head}\n${reply.body}`);
      views.set(comparable(url), inAnyOrder(view));
    }
    for (const [name, read] of Object.entries(servicesRead(house.services))) {
      views.set(name, comparable(JSON.stringify(await read()) ?? ''));
    }
    return views;
  };
  const stored = async () => {
    const { db, pool } = connect(inTimeZone(house.databaseUrl, 'Asia/Tokyo'));
    const rows = await wholeDatabase(db).finally(() => pool.end());
    const tables = Map.groupBy(
      rows.filter(({ table }) => !ownTables.test(table)),
      ({ table }) => table,
    );
    return new Map(
      [...tables].map(([table, all]) => [
        table,
        all
          .map(({ text }) => comparable(text))
          .toSorted()
          .join('\n'),
      ]),
    );
  };
  const acted = async () =>
    new Map(
      (await runWorkingDay({ ...house, headersOf, drawn })).map((act, index) => [
        `act ${index}`,
        inAnyOrder(comparable(act.join(': '))),
      ]),
    );
  return { ...house, headersOf, shown, acted, stored };
}
