import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { unzipSync } from 'fflate';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { contactMessages } from '#people/messages/message-tables.server.ts';
import { hashPassword } from '#people/sign-in/passwords.server.ts';
import { authAccounts, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { insertReport, insertWholePerson, markOf, uidOf } from '#test/factories/whole-person.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { impersonalTables, personalTables } from './export.server.ts';

const house = await testApp();
const { app, db, files, clock, services } = house;
const password = 'a password for tests';

const schemaFolder = 'src';
const schemaFiles: object[] = await Promise.all(
  readdirSync(schemaFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-tables.server.ts'))
    .map((file) => import(resolve(schemaFolder, file))),
);
const schema = schemaFiles
  .flatMap((file) => Object.values<unknown>({ ...file }))
  .filter((value): value is PgTable => is(value, PgTable));
const columnsOf = (table: PgTable) => getTableColumns(table) as Record<string, PgColumn>;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertWholePerson(db, 'hanako', 10);
  await insertWholePerson(db, 'taro', 20);
  await db
    .update(authAccounts)
    .set({ password: await hashPassword(password, house.dependencies.passwordCost) })
    .where(eq(authAccounts.userId, uidOf('hanako')));
  await insertReport(db, 'hanako', 'pledge-of-taro');
  await insertReport(db, 'taro', 'pledge-of-hanako');
  await files.write(imageFile('hanako-coat', 960), Buffer.from('a picture of a coat'));
});
beforeEach(() => {
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60_000);
});

const take = (headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/users/export', headers, payload: { password } });
/** Signs in again at the external service, for people without a password. */
const proven = async (uid: string) => {
  await signedIn(house)(uid);
  return headersOfSession(house, uid, true);
};

async function archive(headers: Record<string, string>) {
  const reply = await take(headers);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
  const entries = Object.entries(unzipSync(reply.rawPayload));
  return {
    reply,
    content: new Map(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
  };
}
const textsOf = (content: Map<string, string>, folder: string) =>
  [...content].flatMap(([name, text]) => (name.startsWith(`${folder}/`) ? [text] : [])).join('\n');

test('every table of the schema either has its part in the archive or a reason why not', () => {
  const named = [...personalTables.map(({ table }) => table).map(getTableName)];
  expect([...named, ...Object.keys(impersonalTables)].sort()).toEqual(
    schema.map(getTableName).sort(),
  );
});

test.each(personalTables)(
  'every column of $name is handed out, or left out for a reason',
  (plan) => {
    const named = [...Object.keys(plan.columns), ...Object.keys(plan.leftOut)];
    expect(named.sort()).toEqual(Object.keys(columnsOf(plan.table)).sort());
    expect(Object.values(plan.leftOut).filter((reason) => reason === '')).toEqual([]);
  },
);

test('every field is in the archive as JSON and as CSV; secrets and strangers do not', async () => {
  const { content } = await archive(await headersOfSession(house, uidOf('hanako'), true));
  const [json, csv] = [textsOf(content, 'json'), textsOf(content, 'csv')];
  for (const { name, table, columns, leftOut } of personalTables) {
    const rows = JSON.parse(content.get(`json/${name}.json`) ?? '') as object[];
    expect(rows.length, name).toBeGreaterThan(0);
    expect(Object.keys(rows[0] ?? {}).sort(), name).toEqual(Object.keys(columns).sort());
    const text = content.get(`csv/${name}.csv`) ?? '';
    expect(text.split('\r\n')[0]).toBe(`\uFEFF${Object.values(columns).join(',')}`);
    for (const [field, column] of Object.entries(columnsOf(table))) {
      if (column.columnType !== 'PgText') continue;
      const mark = markOf(table, column, 'hanako');
      if (field in leftOut) expect(json + csv).not.toContain(mark);
      const isMarked = JSON.stringify(rows).includes(mark);
      expect(csv.includes(mark), mark).toBe(isMarked);
    }
  }
  // Enough marks to be sure that any are written.
  expect(new Set(json.match(/〆[\w.]+〆/g)).size).toBeGreaterThan(60);
  expect(json + csv).not.toMatch(/〆taro〆|taro@/);
});

test('the pictures are in it, and a note on how to read it', async () => {
  const { content, reply } = await archive(await headersOfSession(house, uidOf('hanako'), true));
  expect(content.get('images/hanako-coat.webp')).toBe('a picture of a coat');
  expect(content.get('readme.txt')).toContain('たすきがお預かりしている');
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="tasuki-\d{8}\.zip"$/),
  });
});

test('what was given as a guest is exported under a proven e-mail only', async () => {
  const headers = await proven('guest');
  const email = 'guest@tasuki.example';
  await db.update(contactMessages).set({ email });
  const messages = async () =>
    JSON.parse((await archive(headers)).content.get('json/contact-messages.json') ?? '');
  expect(await messages()).toEqual([]);
  await db.update(authUsers).set({ emailVerified: true });
  expect(await messages()).toHaveLength(2);
});

test('a link in a mail is not exported, nor a cell that a spreadsheet would run', async () => {
  const headers = await proven('links');
  const resetUrl = 'https://tasuki.example/reset-password#token=abc';
  await transaction(db, (tx) =>
    writeMail(
      tx,
      {
        kind: 'reset',
        dedupeKey: 'links',
        to: 'links@tasuki.example',
        uid: 'links',
        data: { name: '', resetUrl, validMinutes: 60 },
      },
      house.dependencies,
    ),
  );
  const subject = '=HYPERLINK("https://evil.example")';
  await db.update(outboxMails).set({ subject }).where(eq(outboxMails.dedupeKey, 'links'));
  // In the stored form of older mails.
  await insertAll(db, outboxMails, [
    {
      dedupeKey: 'before',
      messageId: 'before',
      kind: 'reset',
      recipient: 'links@tasuki.example',
      uid: 'links',
      subject: '再設定',
      textBody: '次のリンク\n{{sealed:AAAA-_}}',
      createdAt: clock.now,
    },
  ]);
  const { content } = await archive(headers);
  expect(content.get('csv/mails.csv')).toContain('▼ パスワードを再設定する\n（ご本人専用のリンク');
  expect(content.get('csv/mails.csv')).toContain('次のリンク\n（ご本人専用のリンク');
  expect(content.get('csv/mails.csv')).toContain(`"'=HYPERLINK(""https`);
  expect(textsOf(content, 'json')).not.toMatch(/sealed|token=abc/);
});

test('a long history comes whole, and one request after another', async () => {
  const headers = await proven('busy');
  await insertAll(
    db,
    outboxMails,
    Array.from({ length: 450 }, (_, n) => ({
      dedupeKey: `busy ${n}`,
      messageId: `busy ${n}`,
      kind: 'welcome',
      recipient: 'busy@tasuki.example',
      uid: 'busy',
      subject: `第${n}号`,
      textBody: 'お知らせです。\n'.repeat(50),
      createdAt: clock.now,
    })),
  );
  const { content } = await archive(headers);
  const mails = JSON.parse(content.get('json/mails.json') ?? '') as { subject: string }[];
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(450);
});

test('an open session alone takes nothing along: the password is asked for, or the service', async () => {
  const uid = await services.auth.createPerson({
    email: 'open@example.jp',
    password,
    role: 'donor',
  });
  const headers = await headersOfSession(house, uid);
  for (const payload of [{}, { password: 'a wrong password' }]) {
    const reply = await app.inject({ method: 'POST', url: '/api/users/export', headers, payload });
    expect([reply.statusCode, reply.json().errors?.[0]?.path]).toEqual([400, 'password']);
  }
  expect((await take(headers)).statusCode).toBe(200);
  const withoutPassword = await signedIn(house)('by-service');
  expect((await take(withoutPassword)).statusCode).toBe(400);
});

test('whoever asks again and again is asked to wait', async () => {
  const headers = await proven('eager');
  const statuses = [];
  for (let n = 0; n < 7; n++) {
    const reply = await take(headers);
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
});
