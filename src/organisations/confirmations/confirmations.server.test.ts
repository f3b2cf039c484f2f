import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { publicEntries } from '#money/public-book/public-book-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { application, insertApplications, resultLine } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { paidOrganisation } from '#test/factories/money/paid-organisation.ts';
import { headersOfSession } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { RoomTransfer } from './confirmation.ts';
import { remindOfConfirmations } from './confirmation-reminders.server.ts';
import { transferConfirmations } from './confirmation-tables.server.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const organisation = await paidOrganisation(house);
const { read, give, send, arrive, remittanceOf, comeBack } = organisation;
const base = '/api/staff/associates/ao/transfers';

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(db, 'transfer_confirmations', 'public_entries');
  await organisation.begin();
});

const post = async (url: string, payload: object, uid = 'viewer') =>
  app.inject({ method: 'POST', url, payload, headers: await headersOfSession(house, uid, true) });

/** A transfer of ¥1,200 that arrived. */
async function arrived() {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const run = await send();
  await arrive(run);
  const [transfer] = await read<RoomTransfer[]>(base);
  if (!transfer) throw new Error('no transfer');
  return { run, ...transfer };
}
const linesOfBook = async () =>
  (await db.select().from(publicEntries).orderBy(publicEntries.position)).map(({ line }) =>
    JSON.parse(line),
  );

test('one button confirms a transfer for everyone of the organisation, once, and the public book says so without yen', async () => {
  const { id, turn } = await arrived();
  expect(turn).toBe(0);
  const confirmed = await post(`${base}/${id}/confirm`, { turn });
  expect([confirmed.statusCode, confirmed.json().confirmedAt]).toEqual([200, '20261120100000000']);
  const again = await post(`${base}/${id}/confirm`, { turn }, 'editor');
  expect([again.statusCode, again.json().turn]).toEqual([200, 1]);
  expect(await db.$count(transferConfirmations)).toBe(1);
  expect(await linesOfBook()).toEqual([
    {
      ...{ kind: 'confirmation', day: '2026-11-20', transfer: id, associate: 'ao' },
      ...{ name: 'あおぞらの会', confirmedOn: '2026-11-20', isTakenBack: false },
    },
  ]);
  const acts = await db.select().from(auditLog).where(eq(auditLog.action, 'confirmations.confirm'));
  expect(acts).toMatchObject([{ actorUid: 'viewer', subjectId: id }]);
});

test('a mistake is taken back with a reason by a counter-entry, and a stale page changes nothing', async () => {
  const { id } = await arrived();
  await post(`${base}/${id}/confirm`, { turn: 0 });
  const nameless = await post(`${base}/${id}/take-back`, { turn: 1, reason: ' ' });
  expect([nameless.statusCode, nameless.json().message]).toEqual([400, '理由を入力してください。']);
  const taken = await post(`${base}/${id}/take-back`, { turn: 1, reason: '別の入金でした' });
  expect(taken.json()).toMatchObject({
    confirmedAt: '',
    takenBackReason: '別の入金でした',
    turn: 2,
  });
  const stale = await post(`${base}/${id}/confirm`, { turn: 0 });
  expect(stale.statusCode).toBe(409);
  expect((await post(`${base}/${id}/confirm`, { turn: 2 })).statusCode).toBe(200);
  expect((await linesOfBook()).map(({ isTakenBack }) => isTakenBack)).toEqual([false, true, false]);
  await expect(db.execute(sql`delete from transfer_confirmations`)).rejects.toThrow();
});

test('what the bank returned is not confirmed, and a return after the confirmation takes it back', async () => {
  const { id, run } = await arrived();
  await post(`${base}/${id}/confirm`, { turn: 0 });
  await comeBack(await remittanceOf(run), '2026-11-20');
  const [transfer] = await read<RoomTransfer[]>(base);
  expect(transfer).toMatchObject({
    ...{ state: 'returned', returnReason: '口座なし', confirmedAt: '', turn: 2 },
    takenBackReason: '銀行から戻ったため',
  });
  const refused = await post(`${base}/${id}/confirm`, { turn: 2 });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'この送金は、銀行から戻っています。口座を確認できしだい、改めてお送りします。',
  ]);
  expect((await linesOfBook()).map(({ isTakenBack }) => isTakenBack)).toEqual([false, true]);
});

test('a transfer that the bank has not carried out is not in the list, and cannot be confirmed', async () => {
  await insertApplications(db, [application(1)]);
  await give(resultLine(1));
  const { id } = await remittanceOf(await send());
  await db.execute(sql`update remittance_runs set transfer_on = '2026-11-24'`);
  expect(await read<RoomTransfer[]>(base)).toEqual([]);
  expect((await post(`${base}/${id}/confirm`, { turn: 0 })).statusCode).toBe(404);
  clock.now = new Date('2026-11-24T10:00:00+09:00');
  expect((await post(`${base}/${id}/confirm`, { turn: 0 })).statusCode).toBe(200);
});

test('nobody of another organisation sees or confirms it', async () => {
  const { id } = await arrived();
  for (const url of [
    `${base}/${id}/confirm`,
    `/api/staff/associates/mori/transfers/${id}/confirm`,
  ]) {
    expect((await post(url, { turn: 0 }, 'stranger')).statusCode).toBe(404);
  }
  expect(await read<RoomTransfer[]>('/api/staff/associates/mori/transfers', 'stranger')).toEqual(
    [],
  );
  expect((await post(`${base}/${id}/confirm`, { turn: 0 }, 'op')).statusCode).toBe(403);
});

test('an unconfirmed transfer is asked for after 7 and 30 days, one mail a person and day; a confirmed one never', async () => {
  const { id } = await arrived();
  const asked = async (day: string) => {
    clock.now = new Date(`${day}T10:00:00+09:00`);
    for (let hour = 0; hour < 2; hour++) await remindOfConfirmations(services.ctx);
    return db.$count(outboxMails, eq(outboxMails.kind, 'transfer-unconfirmed'));
  };
  expect(await asked('2026-11-26')).toBe(0);
  expect(await asked('2026-11-27')).toBe(2);
  expect(await asked('2026-11-28')).toBe(2);
  expect(await asked('2026-12-20')).toBe(4);
  await db.delete(outboxMails);
  await post(`${base}/${id}/confirm`, { turn: 0 });
  expect(await asked('2026-12-21')).toBe(0);
});
