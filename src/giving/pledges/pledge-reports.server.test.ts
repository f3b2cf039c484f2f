import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { insertPledge } from '#test/factories/pledging.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { pledgeReports, pledges } from './pledge-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
type Headers = Record<string, string>;
let taro: Headers;

beforeAll(async () => {
  const signIn = signedIn(house);
  await signIn('hanako');
  taro = await signIn('taro');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertDonation(db, { n: 1, uid: 'hanako', yen: 1_200, on: '2026-11-01' });
  await insertDonation(db, { n: 2, uid: 'hanako', yen: 800, on: '2026-11-02' });
});
beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(pledges);
  await insertPledge(db, { id: 'coat', appraisalId: numberOf(1), uid: 'hanako' });
  const hidden = { id: 'bag', appraisalId: numberOf(2), uid: 'hanako', state: 'hidden' };
  await insertPledge(db, hidden);
});

type From = { headers?: Headers; remoteAddress?: string };
const report = (id: string, reason: unknown, { headers = {}, remoteAddress }: From = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/my-pledges/${id}/report`,
    payload: { reason },
    headers,
    ...(remoteAddress !== undefined && { remoteAddress }),
  });
const mails = () => db.select().from(outboxMails).orderBy(outboxMails.id);

test('a report by anybody is kept', async () => {
  expect((await report('coat', '他人の写真です。')).statusCode).toBe(200);
  expect((await report('coat', '住所が写っています。', { headers: taro })).statusCode).toBe(200);
  const rows = await db.select().from(pledgeReports);
  expect(new Set(rows.map(({ reporterUid }) => reporterUid))).toEqual(new Set([null, 'taro']));
});

test('a report of what is not public, or without a reason, is refused; so are too many', async () => {
  expect((await report('bag', '理由')).statusCode).toBe(404);
  expect((await report('none', '理由')).statusCode).toBe(404);
  expect((await report('coat', ' ')).statusCode).toBe(400);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n += 1) statuses.push((await report('coat', '理由')).statusCode);
  expect(statuses.at(-1)).toBe(429);
  // The report of an unknown pledge was counted, and mailed to no one.
  expect(await mails()).toHaveLength(statuses.filter((status) => status === 200).length);
});

describe('each report is mailed to the operator', () => {
  test('once, with its reason and the way to it, and nothing of who reported', async () => {
    await report('coat', '他人の写真です。');
    await report('coat', '住所が写っています。\nすぐに消してください。', { headers: taro });
    const ids = (await db.select().from(pledgeReports).orderBy(pledgeReports.createdAt)).map(
      ({ id }) => id,
    );
    const written = await mails();
    expect(written.map(({ kind, recipient, uid }) => [kind, recipient, uid])).toEqual([
      ['pledge-reported', 'operator-mail@tasuki.example', null],
      ['pledge-reported', 'operator-mail@tasuki.example', null],
    ]);
    const [first, second] = written;
    expect(first?.textBody).toContain('他人の写真です。');
    expect(first?.textBody).toContain('あおぞらの会');
    expect(second?.textBody).toContain('すぐに消してください。');
    const linked = written.map(({ textBody }) => /pledge-reports\?open=(\S+)/.exec(textBody)?.[1]);
    expect(new Set(linked)).toEqual(new Set(ids));
    const told = JSON.stringify(written);
    for (const hidden of ['taro', 'hanako', '127.0.0.1']) expect(told).not.toContain(hidden);
  });

  test('unless it was refused', async () => {
    await report('bag', '理由');
    await report('none', '理由');
    await report('coat', ' ');
    expect(await mails()).toEqual([]);
  });

  test('until their mailbox would be flooded: then the list alone has it', async () => {
    for (let n = 0; n < 62; n += 1) {
      const sent = await report('coat', `通報 ${n}`, { remoteAddress: `192.0.2.${n + 1}` });
      expect(sent.statusCode).toBe(200);
    }
    expect(await mails()).toHaveLength(60);
    expect(await db.$count(pledgeReports)).toBe(62);
    clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
    await report('coat', 'あとの通報', { remoteAddress: '192.0.2.99' });
    expect(await mails()).toHaveLength(61);
  });
});
