import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { application, insertApplications, numberOf } from '#test/factories/donating.ts';
import { emptyCarrierOptions } from '#warehouse/kits/kit-sender.ts';
import { donor, today } from './reads.ts';

/** The organisation of the sample's staff. */
export const room = 'sample-animal-1';

const at = (days: number, hours = 12) =>
  new Date(startOfJstDay(addDays(today, days)).getTime() + hours * 3_600_000);

/** Rows on both sides of every day count: things that begin, end, fall due or are late with `today`. */
export async function insertBoundaryRows(db: Database): Promise<void> {
  const mine = { uid: donor, email: 'donor@mihon.example', associateId: room };
  const fund = { kind: 'fund', uid: donor, occupation: '会社員', products: ['bags'] };
  const waiting = (
    n: number,
    state: 'applied' | 'kit-sent' | 'goods-received',
    days: number,
    changes = {},
  ) =>
    application(n, { ...mine, state, createdAt: at(days), stateChangedAt: at(days), ...changes });
  await insertApplications(db, [
    ...[1, 2, 3, 4].map((n) => waiting(n, 'goods-received', -9)),
    application(5, { ...fund, createdAt: at(-9), stateChangedAt: at(-5) }),
    application(6, { ...fund, createdAt: at(-9), stateChangedAt: at(-5), needReceipt: false }),
    // Of today, wished for as late as a kit of today can arrive.
    waiting(10, 'applied', 0),
    ...[1, 2, 3, 4].map((n) => waiting(10 + n, 'applied', -1, { deliveryDate: addDays(today, n) })),
    // On both sides of each promised day.
    ...[3, 4].map((n) => waiting(20 + n, 'applied', -n)),
    ...[14, 15].map((n) => waiting(20 + n, 'goods-received', -n)),
    ...[20, 21, 22, 60, 61].map((n) => waiting(40 + n, 'kit-sent', -n)),
  ]);
  await db.execute(sql`insert into boxes (appraisal_id, number, kit_state, kit_sent_at) values
    (${numberOf(60)}, 1, 'sent', ${at(-28)}), (${numberOf(61)}, 1, 'sent', ${at(-29)}),
    (${numberOf(62)}, 1, 'sent', ${at(-30)}), (${numberOf(100)}, 1, 'sent', ${at(-31)})`);
  await db.execute(sql`insert into identity_letters (appraisal_id, method, letter_number, sent_on, delivered_on, changed_by, changed_at) values
    (${numberOf(5)}, 'papers-and-letter', '1', ${addDays(today, -10)}, null, 'op', ${at(-10)}),
    (${numberOf(6)}, 'papers-and-letter', '2', ${addDays(today, -11)}, ${addDays(today, -9)}, 'op', ${at(-11)})`);
  await db.execute(sql`insert into box_exceptions (id, kind, place, reason, owner_uid, due_on, created_by, created_at, changed_by, changed_at) values
    ('late', 'other', '棚', '理由', ${sampleUids.operator}, ${addDays(today, -1)}, 'op', ${at(-5)}, 'op', ${at(-5)}),
    ('due', 'other', '棚', '理由', ${sampleUids.operator}, ${today}, 'op', ${at(-5)}, 'op', ${at(-5)})`);
  const sender = {
    ...{ ...emptyCarrierOptions, yamatoCustomer: '061234567890', yamatoFare: '01' },
    ...{ sagawaCustomer: '123456789012', version: 1 },
  };
  await db.execute(
    sql`insert into settings (key, value) values ('kit-sender', ${JSON.stringify(sender)}::jsonb)`,
  );
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from associates where id <> ${room} order by id`,
  );
  const ends = [-1, 0, 6, 7, 8, 29, 30, 31, 89, 90, 91];
  for (const [index, days] of ends.entries()) {
    const id = rows[index]?.id;
    await db.execute(sql`delete from associate_certifications where associate_id = ${id}`);
    await db.execute(sql`insert into associate_certifications (associate_id, number, authority, certified_on, expires_on)
      values (${id}, '第1号', '東京都', '2022-01-02', ${addDays(today, days)})`);
    await db.execute(sql`update associates set classification = 'approved-npo' where id = ${id}`);
  }
  await db.execute(sql`insert into associate_agreements (id, associate_id, starts_on, fee_basis_points, minimum_yen, publishes, created_by, created_at) values
    ('of-today', ${room}, ${today}, 777, 0, 'at-once', 'op', ${at(-5)}), ('of-today-2', ${rows[0]?.id}, ${today}, 888, 900000, 'after-look', 'op', ${at(-5)})`);
  await db.execute(sql`insert into fund_terms (id, starts_on, fee_basis_points, reason, created_by, created_at)
    values ('of-today', ${today}, 555, '見直し', 'op', ${at(-5)})`);
  await db.execute(sql`insert into campaigns (year, token, title, lead, body, starts_on, ends_on) values
    (2025, 'begins', '始まる', '概要', '本文', ${today}, ${addDays(today, 9)}),
    (2024, 'ends', '終わる', '概要', '本文', ${addDays(today, -9)}, ${addDays(today, -1)})`);
  await db.execute(sql`insert into campaign_associates (year, token, associate_id, position) values
    (2025, 'begins', ${room}, 0), (2024, 'ends', ${room}, 0)`);
  await db.execute(sql`insert into contact_messages (id, kind, name, email, message, created_at) values
    ('message', 'other', '髙橋 花子', 'donor@mihon.example', 'お尋ねします。', ${at(0)})`);
  const holds = (kind: string, key: string, content: object, days: number, number: number) =>
    db.execute(sql`insert into content_versions (kind, key, number, content, state, holds_from, created_by, created_at, changed_by, changed_at, published_by, published_at)
      values (${kind}, ${key}, ${number}, ${JSON.stringify(content)}::jsonb, 'published', ${days === 0 ? null : addDays(today, days - 1)}, 'op', ${at(-9)}, 'op', ${at(-9)}, 'op', ${at(days === 0 ? 0 : -9)})`);
  await holds('legal', 'terms', { title: '文', body: '# 規約\n\n一つめの規約です。' }, 1, 1);
  await holds('legal', 'terms', { title: '文', body: '# 規約\n\n二つめの規約です。' }, 2, 2);
  await holds('legal', 'privacy', { title: '文', body: '# 方針\n\nきょうからの方針です。' }, 0, 1);
}
