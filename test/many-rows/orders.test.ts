import { beforeAll, expect, test } from 'vitest';
import { runSql } from '#test/database.ts';
import { application, insertApplications, insertAssociate } from '#test/factories/donating.ts';
import { certify } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Lists that are not paged (lists.test.ts has the others), and the one row that is taken of several:
// each on rows that were written in another order than the promised one.

const house = await testApp();
const { app, db, databaseUrl } = house;
const signIn = signedIn(house);
const headers = new Map<string, Record<string, string>>();
const at = (day: string) => `'2026-11-${day}T10:00:00+09:00'`;

beforeAll(async () => {
  house.clock.now = new Date('2026-11-20T10:00:00+09:00');
  headers.set('op', await signIn('op', 'operator'));
  headers.set('staff', await signIn('staff', 'staff'));
  headers.set('hanako', await signIn('hanako'));
  headers.set('visitor', {});
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(1, { uid: 'hanako', state: 'donated' })]);
  await certify(db, 'ao', '2022-01-01', '2027-12-31');
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  await certify(db, 'ao', '2021-01-01', '2026-12-31');
  await runSql(
    databaseUrl,
    `
    insert into staff_memberships (uid, associate_id, role) values ('staff', 'ao', 'editor');
    insert into kit_batches (id, day, number, application_count, box_count, created_by, created_at) values
      ('of-today', '2026-11-20', 1, 1, 1, 'op', ${at('20')}),
      ('second-of-before', '2026-11-19', 2, 1, 1, 'op', ${at('19')});
    insert into saved_views (id, uid, list, name, query, created_at) values
      ('1', 'op', 'applications', 'い', '', ${at('01')}), ('2', 'op', 'applications', 'う', '', ${at('02')}),
      ('3', 'op', 'applications', 'あ', '', ${at('03')});
    insert into goods_sales (id, appraisal_id, sold_on, amount_yen, is_last, row_hash, posting_id, created_by, created_at)
      select 'sale-' || n, (select appraisal_id from applications), '2026-11-01', n, false, n, 'sale:' || n, 'op', ${at('01')}
      from generate_series(1, 3) as n;
    insert into ledger_lines (posting_id, line, account, amount_yen, at)
      select 'sale:' || n, line, case line when 1 then 'bank' else 'sale-difference' end,
        case line when 1 then n else -n end,
        (array['2026-10-01', '2026-11-01', '2026-09-01'])[n]::timestamptz + interval '1 day'
      from generate_series(1, 3) as n, generate_series(1, 2) as line;
    insert into content_versions (kind, key, number, content, state, note, created_by, created_at, changed_by, changed_at)
      select 'thanks', 'ao:' || id, 1, '{"title": "題"}', 'draft', 'もう少しです', 'staff', day::timestamptz, 'staff', day::timestamptz
      from (values ('second', '2026-11-02'), ('third', '2026-11-01'), ('first', '2026-11-03')) as v(id, day);
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count, donation_yen, created_at)
      values ('batch', 'op', 'f.csv', 'x', 'UTF-8', 1, 1, 500, ${at('01')});
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
      priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
      select 'row', appraisal_id, 'batch', 1, 'x', '2026-11-01', '2026-11-01', 1, 1, 500, 0, 500, 'completed',
        'goods-received', ${at('01')} from applications;
    insert into donations (id, appraisal_id, appraisal_row_id, uid, associate_id, amount_yen, need_receipt, donated_at)
      select 'gift', appraisal_id, 'row', 'hanako', 'ao', 500, true, ${at('01')} from applications;
    insert into associate_thanks (id, associate_id, title, body, published_at)
      select 'thanks-' || n, 'ao', 'お礼', '本文', ${at('01')} from generate_series(1, 21) as n;
    insert into donation_thanks (donation_id, thanks_id, at)
      select 'gift', 'thanks-' || n, timestamptz ${at('01')} + n * 7 % 22 * interval '1 hour' from generate_series(1, 21) as n;
    `,
  );
});

const names = (key: string) => (items: Record<string, string>[]) => items.map((item) => item[key]);

test.each<[what: string, by: string, url: string, shown: (answer: never) => unknown, unknown]>([
  [
    'of certifications that are valid the one that lasts longest',
    'visitor',
    '/api/associates/ao',
    ({ certification }: { certification: { expiresOn: string } }) => certification.expiresOn,
    '2028-12-31',
  ],
  [
    'the latest batch of kits by its day before its number',
    'op',
    '/api/office/kits/today',
    ({ latestBatchId }: { latestBatchId: string }) => latestBatchId,
    'of-today',
  ],
  [
    'saved views by name',
    'op',
    '/api/office/views?list=applications',
    names('name'),
    ['あ', 'い', 'う'],
  ],
  [
    'months of sales, the newest first',
    'op',
    '/api/office/sales/months',
    ({ items }: { items: { month: string }[] }) => items.map(({ month }) => month),
    ['2026-11', '2026-10', '2026-09'],
  ],
  [
    'what an organisation is to mend, the latest first',
    'staff',
    '/api/staff/associates/ao/room',
    ({ returned }: { returned: { id: string }[] }) => returned.map(({ id }) => id),
    ['first', 'second', 'third'],
  ],
])('%s', async (_what, by, url, shown, expected) => {
  const answer = await app.inject({ url, headers: headers.get(by) ?? {} });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(shown(answer.json() as never)).toEqual(expected);
});

test('of more thanks than are shown the latest', async () => {
  const number = application(1).appraisalId;
  const url = `/api/users/applications/${number}`;
  const answer = await app.inject({ url, headers: headers.get('hanako') ?? {} });
  const ids = answer.json<{ thanks: { id: string }[] }>().thanks.map(({ id }) => id);
  expect(ids).toHaveLength(20);
  expect(ids[0]).toBe('thanks-3');
  // The oldest.
  expect(ids).not.toContain('thanks-19');
});
