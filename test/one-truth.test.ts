import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { Database } from '#kit/db/database.server.ts';
import { readCell } from '#kit/values/csv/csv-cell.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { insertBoundaryRows } from './days/boundary-rows.ts';
import { donor, readsOf } from './days/reads.ts';
import { openWorld, sampleDatabase } from './days/worlds.ts';
import { numberOf } from './factories/donating.ts';
import { listColumns, otherFiles } from './one-truth/list-columns.ts';

// Different views of the same data agree: every list and its file, every place that shows an
// address, a mail as text and as HTML, the figures of one organisation. Checked after a working day
// on a sample.

const address = {
  zipcode: '4600008',
  prefecture: '愛知県',
  line1: '名古屋市中区栄',
  line2: '3-4-5',
  building: '第二見本ビル6階',
};

async function prepare(db: Database): Promise<void> {
  await insertBoundaryRows(db);
  const { zipcode, prefecture, line1, line2, building } = address;
  await db.execute(sql`
    update applications set zipcode = ${zipcode}, prefecture = ${prefecture}, line1 = ${line1}, line2 = ${line2}, building = ${building}
    where appraisal_id in (${numberOf(5)}, ${numberOf(6)}, ${numberOf(10)}, ${numberOf(60)})`);
  await db.execute(sql`
    insert into listing_applications (id, organisation_name, classification, representative, prefecture, social_challenges,
      certification, person_name, email, tel, website_url, message, state, assignee_uid, due_at, state_changed_at, created_at)
      values ('TL-1', 'みどりの会', 'npo', '見本 一郎', '東京都', array['animal', 'child'], '第1号', '見本 花子', 'a@mihon.example',
        '0312345678', 'https://midori.example', '一つめの活動です。', 'new', ${sampleUids.operator}, '2025-01-03 12:00+09',
        '2024-12-29 12:00+09', '2024-12-28 12:00+09'),
      ('TL-2', 'あかねの会', 'approved-npo', '例示 次郎', '大阪府', array['environment'], '第2号', '例示 桜', 'b@mihon.example',
        '0662345678', 'https://akane.example', '二つめの活動です。', 'in-talks', null, null, '2024-12-31 12:00+09', '2024-12-30 12:00+09')`);
  await db.execute(sql`insert into reply_templates (id, name, body, created_at) values
    ('1', '受け取りのお礼', '届きました。', now()), ('2', '箱の数', '箱は増やせます。', now())`);
  await db.execute(sql`
    insert into pledge_reports (id, pledge_id, reason, created_at, handled_at)
    select 'report-' || nth, id, nth || 'つめの通報', timestamptz '2024-12-20 12:00+09' + nth * interval '1 day',
      case when nth > 1 then timestamptz '2024-12-30 12:00+09' end
    from (select id, row_number() over (order by id) as nth from pledges) as numbered where nth < 4`);
  await db.execute(sql`
    insert into bank_account_events (account_id, kind, remittance_id, reason, actor_uid, at)
    select account_id, 'blocked', id, nth || 'つめの理由', 'sample-owner', timestamptz '2024-12-20 12:00+09' + nth * interval '1 day'
    from (select *, row_number() over (order by id) as nth from (select distinct on (r.associate_id) r.id, r.account_id
      from remittances r where r.account_id is not null order by r.associate_id, r.id) first) paid
    where nth < 4 and not exists (select from bank_account_events e where e.remittance_id = paid.id)`);
  await db.execute(sql`update pledges set state = 'withheld', withheld_at = now(), withheld_reason = '電話番号がありました。'
    where id = (select pledge_id from pledge_reports where id = 'report-2')`);
}
const house = await openWorld(await sampleDatabase(prepare), 12, 'Asia/Tokyo');
await house.acted();
await house.app.inject({
  method: 'POST',
  url: '/api/applications/pickup',
  headers: await house.headersOf(donor),
  payload: {
    appraisalId: numberOf(10),
    version: 0,
    pickup: { day: '2025-01-04', slot: '14', boxes: 1 },
  },
});
const { reads } = await readsOf(house);
const get = async (url: string, uid = 'sample-owner') => {
  const reply = await house.app.inject({ url, headers: await house.headersOf(uid) });
  expect(reply.statusCode, `${url}: ${reply.body.slice(0, 200)}`).toBe(200);
  return reply;
};

type ExportedDonation = {
  appraisalId: string;
  amountYen: number;
  donatedAt: string;
  receivedOn: string | null;
  reversedAt: string | null;
};
type PossibleReceipt = {
  associateId: string;
  year: number | null;
  donations: { appraisalId: string }[];
};

const csvRows = (csv: string): string[][] =>
  (parse(csv, { bom: true }) as string[][]).map((row) => row.map(readCell));

type Item = Record<string, unknown>;
const valueAt = (item: Item, field: string) =>
  field.split('.').reduce<unknown>((value, name) => (value as Item | null)?.[name], item);

/** Ways in which a file may write a value. */
function written(value: unknown): string[] {
  const text = String(value ?? '');
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d{5}$/.exec(text) ?? [];
  if (year) return [`${year}/${month}/${day}`, `${year}/${month}/${day} ${hour}:${minute}`];
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return [text.replaceAll('-', '/'), text];
  if (/^0\d{9,10}$/.test(text)) return [text, formatPhone(text)];
  // In debit and credit columns one of the two is empty.
  return text === '0' ? ['0', ''] : [text];
}

test('each list says the same as its file, column by column', async () => {
  const files = reads.filter(({ route, url }) => route.endsWith('.csv') && !url.includes('?'));
  const routes = new Set(files.map(({ route }) => route));
  const listed = Object.keys(listColumns).map((route) => `${route}.csv`);
  expect([...routes].filter((route) => !listed.includes(route)).toSorted()).toEqual(
    [...routes].filter((route) => route in otherFiles).toSorted(),
  );
  const wrong: unknown[] = [];
  const empty = new Set(listed);
  const words = new Map<string, string>();
  for (const { route, url, uid } of files.filter(({ route }) => listed.includes(route))) {
    const columns = listColumns[route.slice(0, -4)] ?? {};
    const items = (await get(url.slice(0, -4), uid)).json<Item[]>();
    const [headings = [], ...lines] = csvRows((await get(url, uid)).body);
    expect([url, headings]).toEqual([url, Object.keys(columns)]);
    if (items.length > 0) empty.delete(route);
    for (const [index, item] of items.entries()) {
      // Reads are recorded, so two lists have one more line by now.
      const line =
        columns.番号 === 'id' ? lines.find(([id]) => id === String(item.id)) : lines[index];
      for (const [column, field] of Object.values(columns).entries()) {
        const cell = line?.[column] ?? 'no line';
        if (field === '=') continue;
        if (!field.startsWith('~')) {
          if (!written(valueAt(item, field)).includes(cell))
            wrong.push([url, field, cell, valueAt(item, field)]);
          continue;
        }
        const key = `${route} ${field} ${valueAt(item, field.slice(1))}`;
        if ((words.get(key) ?? cell) !== cell) wrong.push([url, field, cell, words.get(key)]);
        words.set(key, cell);
      }
    }
  }
  expect(wrong).toEqual([]);
  // Different values have different words.
  const perField = Map.groupBy(words, ([key]) => key.replace(/ [^ ]*$/, ''));
  const alike = [...perField].filter(
    ([, all]) => new Set(all.map(([, word]) => word)).size < all.length,
  );
  expect(alike).toEqual([]);
  expect([...empty]).toEqual(['/api/office/identity-checks.csv']);
});

test('an address is complete wherever it is shown', async () => {
  const batches = (await get('/api/office/kits/batches')).json<{ id: string }[]>();
  const kits = `/api/office/kits/batches/${batches[0]?.id}`;
  const places = [
    `/api/office/applications/${numberOf(10)}`,
    `/api/office/applications/${numberOf(60)}`,
    `${kits}/entries`,
    `${kits}/entries.csv`,
    ...['b2cloud', 'e-hiden3', 'free'].map((layout) => `${kits}/file?layout=${layout}`),
    '/api/office/tracking/pickups',
    '/api/office/tracking/pickups.csv',
    '/api/office/dealer-ledger',
    '/api/office/dealer-ledger.csv',
  ];
  const found = [];
  for (const url of places) {
    // Carriers' fields have fixed widths: digits and letters may be full-width, and texts break at field ends.
    const { rawPayload } = await get(url);
    const isOfCarrier = /layout=(b2cloud|e-hiden3)/.test(url);
    const body = iconv.decode(rawPayload, isOfCarrier ? 'cp932' : 'utf8').normalize('NFKC');
    const parts = [address.prefecture, address.line1, address.line2, address.building];
    const gap = '[\\s",、：:a-zA-Z0-9]{0,24}?';
    found.push([url, new RegExp(parts.join(gap)).test(body)]);
  }
  expect(found).toEqual(places.map((url) => [url, true]));
});

/** Words without parts that only one form has: colons of facts, marks of buttons and lists, quotes. */
const bareWords = (text: string) =>
  text
    .replace(/&amp;/g, '&')
    .replace(/&#?\w+;|["'<>&]/g, '')
    .replace(/[\s：:▼─・■※*-]/g, '');

test('a mail says the same as text and as HTML', async () => {
  const mails = (await get('/api/office/mails')).json<{ id: string; kind: string }[]>();
  expect(new Set(mails.map(({ kind }) => kind)).size).toBeGreaterThan(5);
  const missing = new Map<string, string>();
  for (const { id, kind } of mails) {
    const { text, html } = (await get(`/api/office/mails/${id}`)).json<
      Record<'text' | 'html', string>
    >();
    const shown = bareWords(html.replace(/<[^>]+>/g, ''));
    for (const line of text.split('\n')) {
      const words = bareWords(line.replace(/https?:[^\s）]+/g, ''));
      if (!shown.includes(words)) missing.set(`${kind}: ${words}`, shown);
      for (const link of line.match(/https?:[^\s）]+/g) ?? []) {
        if (!html.replaceAll('&amp;', '&').includes(link)) missing.set(`${kind}: ${link}`, shown);
      }
    }
  }
  expect([...missing.keys()]).toEqual([]);
});

test('what an organisation was given is one sum, in public, in its room and in its file', async () => {
  const [room] = (await get('/api/staff/associates', 'sample-staff')).json();
  const shown = (await get(`/api/associates/${room.id}`)).json();
  const gifts = (await get(`/api/staff/associates/${room.id}/donations.csv`, 'sample-staff')).body;
  const [, ...lines] = csvRows(gifts);
  const inFile = lines.map(([, day = '', yen]) => ({ day, yen: Number(yen) }));
  const sumOf = (rows: typeof inFile) => rows.reduce((sum, { yen }) => sum + yen, 0);
  const ofMonth = inFile.filter(({ day }) => day.startsWith('2025/01'));
  expect(ofMonth.length).toBeGreaterThan(0);
  expect({
    monthlyCount: room.monthlyCount,
    monthlyYen: room.monthlyYen,
    totalCount: room.totalCount,
    totalYen: room.totalYen,
  }).toEqual({
    monthlyCount: ofMonth.length,
    monthlyYen: sumOf(ofMonth),
    totalCount: inFile.length,
    totalYen: sumOf(inFile),
  });
  expect(shown).toMatchObject({
    stat: { monthlyCount: room.monthlyCount, totalCount: room.totalCount },
  });
  // In public it moves by five gifts, and is the same wherever it stands.
  const { rows: published } =
    await house.db.execute(sql`select yen::float8 as yen, gifts::float8 as gifts
    from published_sums where scope = 'associate' and key = ${room.id}`);
  expect({ yen: shown.totalYen, gifts: shown.totalYenGifts }).toEqual(published[0]);
  expect(room.totalYen).toBeGreaterThanOrEqual(shown.totalYen);
  const month = room.months.find(({ month }: { month: string }) => month === '2025-01');
  expect([month.count, month.yen]).toEqual([room.monthlyCount, room.monthlyYen]);
});

test('what a donor gave is the same in the history, its file, the list of donors, the export and on papers', async () => {
  const history = (await get('/api/users/donations?limit=100', donor)).json<
    { appraisalId: string; amount: number; donatedAt: string; receivedOn: string }[]
  >();
  const given = history.map(({ appraisalId, amount, donatedAt, receivedOn }) => ({
    appraisalId,
    yen: amount,
    day: donatedAt.slice(0, 8),
    receivedOn,
  }));
  const gifts = given.toSorted((a, b) => a.appraisalId.localeCompare(b.appraisalId));
  expect(gifts.length).toBeGreaterThan(10);

  const [headings = [], ...lines] = csvRows((await get('/api/users/donations.csv', donor)).body);
  const cell = (line: string[], heading: string) => line[headings.indexOf(heading)] ?? '';
  const inFile = lines.map((line) => ({
    appraisalId: cell(line, '申込番号'),
    yen: Number(cell(line, '寄付額（円）')),
    day: cell(line, '寄付が決まった日').replaceAll('/', ''),
    receivedOn: cell(line, '団体へ届いた日').replaceAll('/', '-'),
  }));
  expect(inFile).toEqual(given);

  const archive = await house.app.inject({
    method: 'POST',
    url: '/api/users/export',
    headers: await house.headersOf(donor),
    payload: {},
  });
  const kept = Buffer.from(unzipSync(archive.rawPayload)['json/donations.json'] ?? []).toString();
  const exported = (JSON.parse(kept) as ExportedDonation[])
    .filter(({ reversedAt }) => reversedAt === null)
    .map(({ appraisalId, amountYen, donatedAt, receivedOn }) => ({
      appraisalId,
      yen: amountYen,
      day: jstDay(new Date(donatedAt)).replaceAll('-', ''),
      receivedOn: receivedOn ?? '',
    }));
  expect(exported.toSorted((a, b) => a.appraisalId.localeCompare(b.appraisalId))).toEqual(gifts);

  const { donations } = (await get(`/api/office/donors/${donor}`)).json();
  const sumYen = gifts.reduce((sum, { yen }) => sum + yen, 0);
  expect(donations).toEqual({ count: gifts.length, amountYen: sumYen });

  const [receipt] = (await get('/api/users/receipts', donor)).json();
  const possible = (await get('/api/users/receipts/possible', donor)).json<PossibleReceipt[]>();
  const own = possible.find(
    ({ associateId, year }) => associateId === receipt.associateId && year === receipt.year,
  );
  const onPaper = gifts.filter(({ appraisalId }) =>
    own?.donations.some((one) => one.appraisalId === appraisalId),
  );
  expect(onPaper.length).toBeGreaterThan(0);
  expect(receipt.amountYen).toBe(onPaper.reduce((sum, { yen }) => sum + yen, 0));
  expect(onPaper.map(({ receivedOn }) => receivedOn.slice(0, 4))).toEqual(
    onPaper.map(() => String(receipt.year)),
  );
});
