import { beforeAll, expect, test } from 'vitest';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import { runSql } from '#test/database.ts';
import { application, insertApplications, insertAssociate } from '#test/factories/donating.ts';
import { certify } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Lists that are not paged (for the others see lists.test.ts), and single rows picked from several:
// each on rows that were inserted in another order than the promised one.

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
  await insertAssociate(db, 'umi', '団体う');
  await insertAssociate(db, 'mori', '団体あ');
  await insertAssociate(db, 'kawa', '団体い');
  await insertApplications(db, [application(1, { uid: 'hanako', state: 'donated' })]);
  await certify(db, 'ao', '2022-01-01', '2027-12-31');
  await certify(db, 'ao', '2024-01-01', '2028-12-31');
  await certify(db, 'ao', '2021-01-01', '2026-12-31');
  await runSql(
    databaseUrl,
    `
    insert into staff_memberships (uid, associate_id, role) values ('staff', 'ao', 'editor'), ('staff', 'umi', 'viewer'),
      ('staff', 'mori', 'viewer'), ('staff', 'kawa', 'viewer');
    update associates set name_kana = case id when 'umi' then 'あ' when 'mori' then 'う' else 'い' end where id <> 'ao';
    insert into associate_challenges (associate_id, social_challenge_id, position)
      select id, 'animal', 0 from associates where id <> 'ao';
    update social_challenges set orders = case id when 'woman' then 0 when 'animal' then 1 else 2 end;
    insert into category_associates (category, associate_id, title, orders) values
      ('animal', 'ao', '題', 2), ('child', 'umi', '題', 1), ('child', 'kawa', '題', 1), ('animal', 'mori', '題', 1);
    insert into fund_terms (id, starts_on, fee_basis_points, reason, created_by, created_at) values
      ('1', '2026-03-01', 100, '二つめ', 'op', ${at('02')}), ('2', '2026-02-01', 100, '三つめ', 'op', ${at('03')}),
      ('3', '2026-04-01', 100, '一つめ', 'op', ${at('01')}), ('4', '2026-01-01', 100, '四つめ', 'op', ${at('03')});
    insert into associate_agreements (id, associate_id, starts_on, fee_basis_points, created_by, created_at) values
      ('1', 'ao', '2026-01-01', 100, 'op', ${at('02')}), ('2', 'ao', '2026-03-01', 200, 'op', ${at('01')}),
      ('3', 'ao', '2026-02-01', 300, 'op', ${at('03')}), ('4', 'ao', '2026-02-02', 400, 'op', ${at('03')});
    insert into auth_sessions (id, token, user_id, user_agent, expires_at, ends_at, created_at, updated_at) values
      ('1', '1', 'hanako', 'あと', '2099-01-01', '2099-01-01', now(), '2098-01-02'), ('2', '2', 'hanako', 'さき', '2099-01-01', '2099-01-01', now(), '2098-01-01'),
      ('3', '3', 'hanako', '最後', '2099-01-01', '2099-01-01', now(), '2098-01-03');
    insert into auth_accounts (id, account_id, provider_id, user_id, created_at) values
      ('1', '1', 'google', 'hanako', ${at('02')}), ('2', '2', 'apple', 'hanako', ${at('03')}), ('3', '3', 'line', 'hanako', ${at('01')});
    insert into passkeys (id, uid, user_handle, public_key, counter, name, is_backed_up, created_at) values
      ('1', 'op', 'x', 'x', 0, '二つめ', false, ${at('02')}), ('2', 'op', 'x', 'x', 0, '一つめ', false, ${at('01')}),
      ('0', 'op', 'x', 'x', 0, '三つめ', false, ${at('03')});
    insert into second_factor_resets (id, uid, reason, asked_by, asked_at) values
      ('1', 'hanako', '二つめ', 'op', ${at('19')}), ('2', 'staff', '一つめ', 'op', ${at('18')}),
      ('0', 'op', '三つめ', 'staff', ${at('20')});
    insert into ledger_lines (posting_id, line, account, amount_yen, at)
      select 'donation:' || fund || year, line, case line when 1 then 'proceeds' else 'owed:fund:' || fund end,
        case line when 1 then yen else -yen end, (year || '-12-01')::timestamptz
      from (values ('animal', 2, '2025'), ('child', 3, '2024'), ('health', 4, '2025')) as v(fund, yen, year),
        generate_series(1, 2) as line;
    insert into legal_consents (subject_type, subject_id, text_kind, version, at) values
      ('user', 'hanako', 'privacy', 1, ${at('02')}), ('user', 'hanako', 'terms', 1, ${at('02')}),
      ('user', 'hanako', 'terms', 2, ${at('03')}), ('user', 'hanako', 'privacy', 0, ${at('01')});
    insert into donor_merges (id, from_uid, into_uid, moved, merged_by, merged_at) values
      ('1', 'a', 'hanako', '{}', 'op', ${at('02')}), ('2', 'b', 'hanako', '{}', 'op', ${at('01')}),
      ('3', 'c', 'hanako', '{}', 'op', ${at('03')});
    insert into remittance_runs (id, number, period_from, period_to, transfer_on, state, payer, created_by, created_at) values
      ('run', '2026-001', '2026-11-01', '2026-11-02', '2026-11-25', 'filed', '{"bankCode": "0001", "bankName": "みずほ銀行", "branchCode": "001", "branchName": "東京営業部", "kind": "ordinary", "number": "1234567", "holder": "ﾀｽｷ"}', 'op', ${at('02')});
    insert into transfer_files (id, run_id, number, remittance_count, amount_yen, transfer_on, sha256, replaces, made_by, made_at)
      values ('b', 'run', 2, 1, 1, '2026-11-25', 'x', 'c', 'op', ${at('03')}), ('c', 'run', 1, 1, 1, '2026-11-25', 'x', null, 'op', ${at('02')}),
        ('a', 'run', 3, 1, 1, '2026-11-25', 'x', 'b', 'op', ${at('04')});
    insert into campaigns (year, token, title, lead, body, starts_on, ends_on) values
      (2026, 'first', '一', '概要', '本文', '2026-11-02', '2026-12-31');
    insert into campaign_associates (year, token, associate_id, position) values
      (2026, 'first', 'mori', 1), (2026, 'first', 'kawa', 2), (2026, 'first', 'ao', 0);
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

const inEditorsOrder = [
  ...['woman', 'animal'],
  ...socialChallengeIds.filter((id) => id !== 'woman' && id !== 'animal').toSorted(),
];
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
    'funds for their money, the fullest first',
    'op',
    '/api/office/money/funds',
    (funds: { id: string }[]) => funds.slice(0, 3).map(({ id }) => id),
    ['health', 'child', 'animal'],
  ],
  [
    'years with money, the newest first',
    'op',
    '/api/office/money',
    ({ years }: { years: string[] }) => years,
    ['2026', '2025', '2024'],
  ],
  [
    'funds in the order of the editors, then by id',
    'visitor',
    '/api/funds',
    names('socialChallengeId'),
    inEditorsOrder,
  ],
  [
    'challenges in the order of the editors, then by id',
    'op',
    '/api/office/content/challenges',
    ({ current }: { current: { content: { challenges: { id: string }[] } } }) =>
      current.content.challenges.map(({ id }) => id),
    inEditorsOrder,
  ],
  [
    'picks in the order of the editors, then by challenge and organisation',
    'op',
    '/api/office/content/picks',
    ({ current }: { current: { content: { picks: { associateId: string }[] } } }) =>
      current.content.picks.map(({ associateId }) => associateId),
    ['mori', 'kawa', 'umi', 'ao'],
  ],
  [
    'picks as everybody sees them, in the same order',
    'visitor',
    '/api/category-associates',
    names('associateId'),
    ['mori', 'kawa', 'umi', 'ao'],
  ],
  [
    'organisations that a fund may pay by the reading of their names',
    'op',
    '/api/office/funds/animal/candidates?name=団体',
    ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id),
    ['umi', 'kawa', 'mori'],
  ],
  [
    'terms of funds, those recorded last first, then by id',
    'op',
    '/api/office/fund-terms',
    ({ recorded }: { recorded: { reason: string }[] }) => recorded.map(({ reason }) => reason),
    ['四つめ', '三つめ', '二つめ', '一つめ'],
  ],
  [
    'agreements of an organisation, those recorded last first, then those that begin later',
    'op',
    '/api/office/associates/ao',
    ({ agreements }: { agreements: { feeBasisPoints: number }[] }) =>
      agreements.map(({ feeBasisPoints }) => feeBasisPoints),
    [400, 300, 100, 200],
  ],
  [
    'certifications of an organisation to operators, the last to end first',
    'op',
    '/api/office/associates/ao',
    ({ certifications }: { certifications: { expiresOn: string }[] }) =>
      certifications.map(({ expiresOn }) => expiresOn),
    ['2028-12-31', '2027-12-31', '2026-12-31'],
  ],
  [
    'certifications of an organisation to its people, the last to end first',
    'staff',
    '/api/staff/associates/ao/room',
    ({ certifications }: { certifications: { expiresOn: string }[] }) =>
      certifications.map(({ expiresOn }) => expiresOn),
    ['2028-12-31', '2027-12-31', '2026-12-31'],
  ],
  [
    'organisations of a person by name',
    'staff',
    '/api/staff/associates',
    names('id'),
    ['mori', 'kawa', 'umi', 'ao'],
  ],
  [
    'browsers of a person, the one asking first, then the last seen',
    'hanako',
    '/api/users/sessions',
    names('device'),
    ['', '最後', 'あと', 'さき'],
  ],
  [
    'services of a person in the order in which they were linked',
    'hanako',
    '/api/users/sign-in-methods',
    ({ services }: { services: { id: string }[] }) => services.map(({ id }) => id),
    ['line', 'google', 'apple'],
  ],
  [
    'files of a run, the newest first',
    'op',
    '/api/office/remittance-runs/run',
    ({ files }: { files: { number: number }[] }) => files.map(({ number }) => number),
    [3, 2, 1],
  ],
  [
    'passkeys in the order in which they were made',
    'op',
    '/api/auth/second-factor',
    ({ passkeys }: { passkeys: { name: string }[] }) => passkeys.map(({ name }) => name),
    ['一つめ', '二つめ', '三つめ'],
  ],
  [
    'second factors that are to be taken away, the longest waiting first',
    'op',
    '/api/office/second-factor-resets',
    ({ items }: { items: { reason: string }[] }) => items.map(({ reason }) => reason),
    ['一つめ', '二つめ', '三つめ'],
  ],
  [
    'what a donor agreed to, the last first, then by the text',
    'op',
    '/api/office/donors/hanako',
    ({ consents }: { consents: { textKind: string; version: number }[] }) =>
      consents.map(({ textKind, version }) => `${textKind} ${version}`),
    ['terms 2', 'privacy 1', 'terms 1', 'privacy 0'],
  ],
  [
    'what was merged into a donor’s record, the last first',
    'op',
    '/api/office/donors/hanako',
    ({ merges }: { merges: { id: string }[] }) => merges.map(({ id }) => id),
    ['3', '1', '2'],
  ],
  [
    'organisations of a campaign in the order of the editors',
    'op',
    '/api/office/campaigns/2026:first',
    ({ current }: { current: { content: { associateIds: string[] } } }) =>
      current.content.associateIds,
    ['ao', 'mori', 'kawa'],
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

test('what an application came to in the books stands by time', async () => {
  const url = `/api/office/ledger/applications/${application(1).appraisalId}`;
  const answer = await app.inject({ url, headers: headers.get('op') ?? {} });
  const { postings } = answer.json<{ postings: { postingId: string }[] }>();
  expect(postings.map(({ postingId }) => postingId)).toEqual(['sale:3', 'sale:1', 'sale:2']);
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
