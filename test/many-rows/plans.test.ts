import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { soldMails } from '#giving/trace/sold-mails.server.ts';
import { fundPayoutsOf } from '#money/funds/funds.server.ts';
import { readRecentGifts } from '#organisations/associates/recent-gifts.server.ts';
import { runSql } from '#test/database.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { typedSearch } from '#test/factories/typed-search.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { type AskedQuery, askedBy } from './asked-queries.ts';

// The real queries of lists, explained on tables large enough for the planner to care.

const house = await testApp();
const { app, db, databaseUrl, services } = house;
const signIn = signedIn(house);
const headersOf = new Map<string, { authorization: string }>();
/** One connection for all plans: each new one loads the catalogues again. */
const explaining = new pg.Client({ connectionString: databaseUrl });
/** Slow: a connection of its own has no timeout. */
const load = (statement: string) => runSql(databaseUrl, statement);
const rows = 7_000;
/**
 * Boxes, their proceeds and what is owed for them. With fewer, the planner does not use the index
 * for text search.
 */
const boxes = 12_000;
const numbers = Array.from({ length: boxes }, (_, n) => numberOf(n + 1));

beforeAll(async () => {
  headersOf.set('op', await signIn('op', 'operator'));
  headersOf.set('staff', await signIn('staff', 'staff'));
  headersOf.set('donor', await signIn('donor'));
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await load(`insert into staff_memberships (uid, associate_id) values ('staff', 'ao')`);
  await load(`
    insert into associates (id, name, summary, classification)
    select 'org-' || n, '団体' || n, '', 'npo' from generate_series(1, 200) as n`);
  await load(`
    insert into applications (appraisal_id, kind, associate_id, uid, frequency, products, boxes, need_receipt,
      last_name, first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, line2,
      state, identity, created_at, state_changed_at)
    select id, 'direct', case when n % 200 = 0 then 'ao' else 'org-' || (1 + n % 200) end,
      case when n % 100 = 1 then 'donor' end, 'once', array['clothes'], 1, n % 3 = 0,
      case when n = 77 then '𠮷田' else '山田' end, '花子', 'やまだ', 'はなこ', 'donor' || n || '@tasuki.example',
      '090' || lpad(n::text, 8, '0'), '1000001', '東京都', '見本町', n || '番地',
      case when n % 100 = 2 then 'applied' when n % 100 = 3 then 'appraised' else 'thanked' end,
      case when n % 100 = 3 then 'submitted' else 'not-needed' end,
      timestamptz '2020-01-01' + n * interval '1 hour', timestamptz '2020-02-01' + n * interval '1 hour'
    from json_array_elements_text('${JSON.stringify(numbers)}'::json) with ordinality as numbered(id, n)`);
  await load(`
    insert into boxes (appraisal_id, number, kit_state, kit_sent_at, received_at)
    select appraisal_id, 1, case when state = 'appraised' then 'returned' else 'delivered' end, state_changed_at,
      case when state = 'thanked' then state_changed_at end from applications`);
  await load(`
    insert into pickups (appraisal_id, day, boxes, asked_at, exported_at, cancelled_at)
    select appraisal_id, state_changed_at::date, 1, state_changed_at,
      case when state = 'appraised' then state_changed_at end, case when state = 'thanked' then state_changed_at end
    from applications`);
  await load(`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
      donation_yen, created_at)
    select 'batch-' || n, 'op', 'f.csv', 'x', 'UTF-8', 100, 100, 0, timestamptz '2020-01-01' + n * interval '1 day'
    from generate_series(0, 3000) as n`);
  await load(`
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
      priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
    select 'row-' || appraisal_id, appraisal_id, 'batch-' || (row_number() over () / 100), row_number() over () % 100, 'x', now(), now(), 1, 1, 500, 0, 500, 'completed', 'goods-received', created_at
    from applications`);
  await load(`
    insert into donations (id, appraisal_id, appraisal_row_id, uid, associate_id, amount_yen, need_receipt, donated_at,
      received_on)
    select 'gift-' || appraisal_id, appraisal_id, 'row-' || appraisal_id, uid, associate_id, 500, need_receipt,
      state_changed_at, state_changed_at::date from applications where state = 'thanked'`);
  await load(`
    insert into pledges (id, appraisal_id, uid, state, text, pledged_at, updated_at)
    select 'pledge-' || appraisal_id, appraisal_id, coalesce(uid, 'op'), 'published', '思い出', donated_at, donated_at from donations`);
  await load(`
    insert into pledge_reports (id, pledge_id, reason, created_at, handled_at)
    select 'report-' || id, id, '気になる', pledged_at, pledged_at from pledges`);
  await insertChallenges(db);
  await load(`
    insert into fund_payouts (id, social_challenge_id, associate_id, amount_yen, reason, decided_on, decided_by, created_at)
    select 'payout-' || n, case when n % 100 = 0 then 'animal' else 'child' end, 'ao', n, '猫の保護のため', '2020-01-01', 'op',
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows}) as n`);
  await load(`
    insert into book_transfers (id, kind, associate_id, social_challenge_id, state, decided_on, gifts, position)
    select 'transfer-' || n, case when n % 100 = 0 then 'payout' else 'transfer' end,
      case when n % 200 = 7 then 'ao' else 'org-' || (1 + n % 200) end,
      case when n % 1000 = 0 then 'animal' when n % 100 = 0 then 'child' end, 'arrived', date '2020-01-01' + n / 10, 5, n
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into kept_sums (name, key, count, amount)
    select 'ledger-credit', 'owed:associate:org-' || n || ' 2020-01', 1, n from generate_series(1, ${rows}) as n`);
  await load(`
    insert into approvals (id, kind, subject_id, change, state, asked_by, asked_at)
    select 'approval-' || n, 'role', 'somebody-' || n, '{"type": "remove", "from": "operator"}',
      case when n % 1000 = 0 then 'waiting' else 'done' end, 'op', timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into invitations (id, email, role, token_hash, invited_by, created_at, expires_at, accepted_at)
    select 'invitation-' || n, 'invited' || n || '@tasuki.example', 'operator', 'hash-' || n, 'op',
      timestamptz '2020-01-01' + n * interval '1 hour', now(), case when n % 1000 > 0 then now() end
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into outbox_mails (dedupe_key, message_id, kind, recipient, subject, text_body, state, created_at)
    select n, n, 'kit-sent', 'a@tasuki.example', '件名', '本文', case when n % 100 = 0 then 'dead' else 'sent' end, now()
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into contact_messages (id, kind, name, email, message, answered_at, created_at)
    select 'TC-' || n, 'other', '見本', 'a@tasuki.example', '質問', case when n % 50 > 0 then now() end,
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows}) as n`);
  await load(`
    insert into thread_entries (subject_type, subject_id, direction, body, created_at)
    select 'message', 'TC-' || n, 'in', '返事', now() from generate_series(1, ${rows}) as n`);
  await load(`
    insert into listing_applications (id, organisation_name, classification, representative, prefecture,
      social_challenges, person_name, email, tel, state, state_changed_at, created_at)
    select 'TL-' || n, '団体', 'npo', '代表', '東京都', array['animal'], '担当', 'a@tasuki.example', '0312345678',
      (array['new', 'in-talks', 'accepted', 'declined'])[1 + n % 4], now(), timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into audit_log (actor_uid, action, subject_type, subject_id, at)
    select 'op-' || n % 40, 'room' || n % 30 || '.list', 'application', 'record-' || n,
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows}) as n`);
  await load(`
    insert into audit_log (actor_uid, action, subject_type, subject_id, details, at)
    select 'visitor', 'security.' || (array['sign-in', 'denied', 'session'])[1 + n % 3], 'typed-email', 'hash-' || n % 900,
      json_build_object('outcome', (array['failed', 'refused', 'done'])[1 + n % 3], 'from', '203.0.0.0/16'),
      timestamptz '2020-01-01' + n * interval '10 minutes' from generate_series(1, ${3 * rows}) as n`);
  await load(`
    insert into scans (id, code, outcome, scanned_by, scanned_at, received_at)
    select 'scan-' || n, 'TS', 'unknown', 'op', timestamptz '2020-01-01' + n * interval '1 hour',
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows}) as n`);
  await load(`
    insert into box_exceptions (id, kind, place, reason, owner_uid, due_on, state, ending, created_by, created_at,
      changed_by, changed_at)
    select 'exception-' || n, 'other', '棚', '理由', 'op', date '2020-01-01' + n % 900,
      case when n % 200 = 0 then 'open' else 'ended' end, case when n % 200 > 0 then 'returned' end, 'op', now(), 'op', now()
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into associate_activities (id, associate_id, title, body, published_at)
    select 'act-' || n, 'org-' || (1 + n % 200), '報告', '本文', timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into use_reports (id, associate_id, edition, period_from, period_to, title, body, yen, gifts, published_at)
    select 'use-' || n, 'org-' || (1 + n % 200), 1, '2020-01-01', '2020-01-31', '題', '本文', 1, 1, timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into associates (id, name, summary, classification, state, is_listed, created_at)
    select 'old-' || n, '以前の団体' || n, '', 'npo', case when n % 100 = 0 then 'draft' else 'ended' end, false,
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows}) as n`);
  await load(`
    insert into associate_certifications (associate_id, number, authority, certified_on, expires_on)
    select 'old-' || n, '1', '東京都', date '2010-01-01', date '2019-01-01' + n % 8000 from generate_series(1, ${rows}) as n`);
  await load(`
    insert into content_versions (kind, key, number, content, state, created_by, created_at, changed_by, changed_at)
    select 'activity', 'org-' || (1 + n % 200) || ':act-' || n, 1, '{"title": "報告"}',
      case when n % 1000 = 0 then 'waiting' when n % 100 = 0 then 'draft' else 'discarded' end, 'staff', now(), 'staff',
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows}) as n`);
  await load(`
    insert into content_versions (kind, key, number, content, state, created_by, created_at, changed_by, changed_at,
      published_by, published_at)
    select 'legal-text', 'terms', n, '{"title": "規約", "body": "本文"}', 'published', 'op', now(), 'op', now(), 'op', now()
    from generate_series(1, 200) as n`);
  await load(`
    insert into associate_thanks (id, associate_id, title, body, published_at, is_delivered, delivered_at)
    select 'thanks-' || n, case when n % 200 = 0 then 'ao' else 'org-' || (1 + n % 200) end, 'お礼', '本文',
      timestamptz '2020-01-01' + n * interval '1 hour', true, case when n % 4000 > 0 then now() end
    from generate_series(1, ${rows}) as n`);
  await load(
    `insert into thanks_deliveries (thanks_id, aimed_count) select id, 100 from associate_thanks`,
  );
  await load(`
    insert into donation_thanks (donation_id, thanks_id, at, notify_at)
    select 'gift-' || appraisal_id, 'thanks-' || (1 + row_number() over () % 1000), now(),
      case when row_number() over () % 1000 = 0 then timestamptz '2020-01-01' end from donations`);
  await load(`
    insert into receipts (number, kind, uid, associate_id, year, amount_yen, donor_name, donor_address, stated,
      verify_code_hash, issued_at)
    select 'R-' || appraisal_id, 'donation', uid, associate_id, 2020, 500, '見本 花子', '東京都',
      '{"way":"goods","name":"見本","address":"","representative":"","classification":"","certifications":[]}',
      id, donated_at from donations`);
  await load(`
    insert into receipt_gifts (receipt_number, line, appraisal_id, donation_id, received_on, amount_yen, stands)
    select 'R-' || appraisal_id, 1, appraisal_id, id, donated_at::date, 500, true from donations`);
  await load(`
    insert into receipt_events (receipt_number, kind, at) select number, 'issued', issued_at from receipts`);
  await load(`
    insert into kit_batches (id, day, number, application_count, box_count, created_by, created_at)
    select 'kits-' || n, date '2020-01-01' + n, 1, 4, 4, 'op', timestamptz '2020-01-01' + n * interval '1 day'
    from generate_series(0, 3000) as n`);
  await load(`
    insert into kit_batch_entries (batch_id, position, appraisal_id, application_version, boxes, recipient, state)
    select 'kits-' || (row_number() over () / 100), row_number() over () % 100, appraisal_id, 1, 1,
      '{"lastName": "見本", "firstName": "花子", "lastNameKana": "", "firstNameKana": "", "tel": "", "zipcode": "",
        "prefecture": "東京都", "line1": "見本町", "line2": "", "building": "", "boxes": 1, "deliveryDate": "",
        "deliverySlot": "", "targetName": "", "needsKit": true}',
      case when state = 'applied' then 'waiting' else 'sent' end from applications`);
  await load(`
    insert into appraisal_items (appraisal_row_id, position, name, quantity, amount_yen, category, brand, condition,
      added_at)
    select 'row-' || appraisal_id, 1, '品目', 1, 500, case when hashtext(appraisal_id) % 20 = 0 then 'bags' else 'tops' end,
      case when hashtext(appraisal_id) % 200 = 7 then 'コーチ' else 'ユニクロ' end, 'good', created_at from applications`);
  await load(`
    insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind, quantity,
      feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method, entered_by,
      entered_at, kept_until, folded)
    select 'D-' || appraisal_id, appraisal_id, 'row-' || appraisal_id, 1, created_at::date, 'purchase', 'コート', 1, '紺', 500,
      '見本', '東京都', '会社員', 40, 'papers-and-letter', 'op', created_at, '2050-01-01',
      'コート ' || appraisal_id || case when appraisal_id = '${numberOf(77)}' then ' 刺しゅう' else '' end from applications`);
  await load(`
    insert into waiting_results (id, batch_id, row_number, appraisal_id, source, result, row_hash, flags, added_by,
      added_at, changed_by, changed_at)
    select 'waiting-' || appraisal_id, 'batch-' || (row_number() over () / 100), row_number() over () % 100, appraisal_id,
      'csv', '{"receivedOn": "2026-11-08", "appraisedOn": "2026-11-10", "itemCount": 1, "pricedCount": 1,
        "appraisedYen": 500, "bonusYen": 0, "donationYen": 500, "associateId": "ao", "outcome": "completed", "note": ""}',
      'x', case when row_number() over () % 50 = 0 then '[{"code": "large", "message": "大きい"}]'::jsonb else '[]' end,
      'op', now(), 'op', now() from applications`);
  await load(`
    insert into ledger_lines (posting_id, line, account, amount_yen, at)
    select 'donation:' || n, line, case line when 1 then 'proceeds' else 'owed:associate:old-' || n % 4000 end,
      case line when 1 then 500 else -500 end, timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${rows}) as n, generate_series(1, 2) as line`);
  await load(`
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at, state)
    select 'remittance-' || n, 'old-' || n % 4000 + 1, 500, '2020-01-01', '2020-01-31', 'op',
      timestamptz '2020-01-01' + n * interval '1 hour', case when n % 100 = 0 then 'prepared' else 'confirmed' end
    from generate_series(1, ${boxes}) as n`);
  await load(`
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, appraisal_id, remittance_id, at)
    select 'old-' || 1 + n % 4000, 'gift', 500, date '2020-01-01', 'donation:' || n, id,
      case when n % 50 > 0 then 'remittance-' || n end, now()
    from json_array_elements_text('${JSON.stringify(numbers)}'::json) with ordinality as numbered(id, n)`);
  await load(`
    insert into remittance_runs (id, number, period_from, period_to, transfer_on, state, payer, created_by, created_at)
    select 'run-' || n, '2020-' || n, '2020-01-01', '2020-01-31', '2020-01-31', 'done', '{}', 'op',
      timestamptz '2020-01-01' + n * interval '1 hour' from generate_series(1, ${rows / 5}) as n`);
  await load(`
    update remittances set run_id = 'run-' || 1 + substr(id, 12)::int % ${rows / 5} where id like '%0'`);
  await load(`
    insert into bank_answers (id, file_name, file_hash, row_count, uploaded_by, created_at)
    select 'answer-' || n, '明細.csv', 'hash-' || n, 9, 'op', timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into bank_answer_rows (answer_id, row, key, day, amount_yen, kind, remittance_id)
    select 'answer-' || 1 + n % 100, n, 'key-' || n, '2020-01-31', -500, 'transfer', 'remittance-' || n
    from generate_series(1, ${rows}) as n`);
  await load(`
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at, state, opening_yen)
    values ('remittance-ao', 'ao', 500, '2020-01-01', '2020-01-31', 'op', '2020-02-01', 'confirmed', 100)`);
  await load(`
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, remittance_id, at)
    select 'ao', 'gift', 500, date '2020-01-01', 'donation:ao-' || n, 'remittance-ao', now() from generate_series(1, 200) as n`);
  await load(`
    insert into trace_links (id, appraisal_id, token_hash, shows_sums, created_at)
    select 'link-' || appraisal_id, appraisal_id, 'hash-' || appraisal_id, true, created_at from applications`);
  await load(`
    insert into goods_sales (id, appraisal_id, sold_on, amount_yen, is_last, row_hash, posting_id, created_by, created_at)
    select 'sale-' || appraisal_id, appraisal_id, created_at::date, 500, true, 'sale-' || appraisal_id,
      'sale:' || appraisal_id, 'op', created_at from applications`);
  await load(`
    insert into sold_notices (appraisal_id, due_at)
    select appraisal_id, case when state = 'appraised' then created_at end from applications`);
  await explaining.connect();
  await explaining.query('vacuum analyze');
}, 240_000);
afterAll(() => explaining.end());

type Plan = {
  'Node Type': string;
  Filter?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Tables that are scanned completely; a scan with a limit does not count. */
const scansOf = (nodes: Plan[]): string[] => {
  const bounded = nodes.flatMap((node) =>
    node['Node Type'] === 'Limit' ? (node.Plans ?? []).filter(({ Filter }) => !Filter) : [],
  );
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && !bounded.includes(node))
    .flatMap((node) => node['Relation Name'] ?? []);
};

type Explained = { 'QUERY PLAN': [{ Plan: Plan }] };

async function plansOf(asked: readonly AskedQuery[]): Promise<Plan[][]> {
  const plans: Plan[][] = [];
  for (const { text, values } of asked) {
    const { rows: found } = await explaining.query<Explained>(
      `explain (format json) ${text}`,
      values,
    );
    plans.push(found.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan)));
  }
  return plans;
}

const after = (...values: (string | number)[]) =>
  `cursor=${Buffer.from(JSON.stringify(['after', ...values])).toString('base64url')}`;
const middle = Date.parse('2020-06-01T00:00:00Z');
/** Placeholder of a missing due date in lists. */
const nothingDue = Date.UTC(9999, 0);
const adminList = (path: string) => ['op', `/api/office/${path}`] as const;
const keyword = (text: string) => `applications?keyword=${encodeURIComponent(text)}`;

test.each([
  [...adminList('applications'), 'applications_created'],
  [...adminList(`applications?${after(middle, 'TS')}`), 'applications_created'],
  [...adminList(`applications?state=applied&${after(middle, 'TS')}`), 'applications_kits'],
  [...adminList('applications?state=applied&order=oldest'), 'applications_kits'],
  [...adminList('applications?due=todo&order=oldest'), 'applications_todo'],
  [...adminList('applications?due=overdue'), 'applications_kits'],
  [...adminList(keyword(numberOf(77))), 'application_search_grams'],
  [...adminList(keyword('09000000077')), 'application_search_grams'],
  [...adminList(keyword('donor4321@')), 'application_search_grams'],
  [...adminList(keyword('77番地')), 'application_search_grams'],
  [...adminList(keyword('吉田')), 'application_search_grams'],
  [...adminList(keyword('団体177')), 'application_search_grams'],
  [...adminList(`${keyword('吉田')}&state=thanked`), 'application_search_grams'],
  [...adminList('associates/ao/givers?period=2020-04_2021-03&purpose=check'), 'donations_received'],
  [
    ...adminList('associates/ao/receipt-copies?year=2020&basis=received&purpose=check'),
    'receipts_associate_year',
  ],
  [
    ...adminList('associates/ao/receipt-copies?year=2020&basis=issued&purpose=check'),
    'receipts_associate',
  ],
  [...adminList('associates/ao/giver-years'), 'donations_received'],
  [...adminList('donors'), 'donor_search_created'],
  [...adminList(`donors?${after(middle, 'TS')}`), 'donor_search_created'],
  [...adminList('donors?keyword=09000000077'), 'donor_search_grams'],
  [...adminList(`donors?keyword=${encodeURIComponent('吉田')}`), 'donor_search_grams'],
  [...adminList('donors?keyword=donor4321@'), 'donor_search_grams'],
  [...adminList(`donors?keyword=${numberOf(77)}`), 'donor_search_grams'],
  [...adminList('donors/donor/applications'), 'applications_uid'],
  [...adminList('donors/donor/donations'), 'donations_uid'],
  [...adminList('donors/donor/pledges'), 'pledges_uid'],
  [...adminList('donors/donor/mails'), 'outbox_mails_recipient'],
  [...adminList('donors/donor/messages'), 'contact_messages_email'],
  [...adminList(`donors/${numberOf(77)}/applications`), 'applications_email'],
  [...adminList(`donors/${numberOf(77)}/donations`), 'donations_standing'],
  [...adminList('fund-payouts'), 'fund_payouts_created'],
  [...adminList(`fund-payouts?${after(middle, 'payout')}`), 'fund_payouts_created'],
  [...adminList('funds/animal/payouts'), 'fund_payouts_fund'],
  [...adminList('funds'), 'kept_sums_key'],
  ['donor', '/api/ledger', 'book_transfers_decided'],
  ['donor', `/api/ledger?${after('2020-06-01', 'transfer')}`, 'book_transfers_decided'],
  ['donor', '/api/ledger?month=2020-06', 'book_transfers_decided'],
  ['donor', '/api/ledger?associate=ao', 'book_transfers_associate'],
  ['donor', '/api/ledger?fund=animal', 'book_transfers_fund'],
  ['donor', '/api/funds/animal/payouts', 'fund_payouts_fund'],
  ['donor', `/api/funds/animal/payouts?${after(middle, 'payout')}`, 'fund_payouts_fund'],
  [...adminList('intake/scans'), 'scans_received'],
  [...adminList(`intake/scans?${after(middle, 'scan')}`), 'scans_received'],
  [...adminList('intake/exceptions'), 'box_exceptions_rank'],
  [...adminList('identity-checks'), 'applications_identity'],
  [...adminList('mails'), 'outbox_mails_pkey'],
  [...adminList('mails?state=dead'), 'outbox_mails_state'],
  [...adminList('messages'), 'contact_messages_rank'],
  [
    ...adminList(`messages?state=answered&${after(1, nothingDue, middle, 'TC-1')}`),
    'contact_messages_rank',
  ],
  ['op', `/api/office/mails?keyword=${numberOf(77)}`, 'outbox_mails_application'],
  [...adminList('menu-counts'), 'contact_messages_due'],
  [...adminList('threads/TC-77'), 'thread_entries_subject'],
  [...adminList('listings'), 'listing_applications_rank'],
  [...adminList('listings?state=accepted'), 'listing_applications_state'],
  [...adminList('pledge-reports'), 'pledge_reports_rank'],
  [...adminList(`pledge-reports?${after(1, middle, 'report')}`), 'pledge_reports_rank'],
  [...adminList('results/batches'), 'result_batches_created'],
  [...adminList('kits/batches'), 'kit_batches_created'],
  [...adminList(`kits/batches?${after(middle, 'kits')}`), 'kit_batches_created'],
  [...adminList('kits/batches/kits-7/entries'), 'kit_batch_entries_'],
  [...adminList(`kits/batches/kits-7/entries?${after(20)}`), 'kit_batch_entries_'],
  [...adminList('kits/batches/kits-7/review'), 'kit_batch_entries_'],
  [...adminList('kits/today'), 'kit_batch_entries_waiting'],
  [...adminList('results/batches/batch-7'), 'appraisals_batch'],
  [...adminList('results/batches/batch-7/waiting'), 'waiting_results_batch'],
  [...adminList(`results/batches/batch-7/waiting?${after(50, 'w')}`), 'waiting_results_batch'],
  [...adminList('results/batches/batch-7/waiting?view=flagged'), 'waiting_results_'],
  [...adminList('appraisals'), 'applications_'],
  [...adminList(`appraisals?${after(middle, 'TS')}`), 'applications_'],
  [...adminList('appraisals/price?category=tops&condition=good'), 'appraisal_items_prices'],
  [
    ...adminList(
      `appraisals/price?category=tops&condition=good&brand=${encodeURIComponent('コーチ')}`,
    ),
    'appraisal_items_brand_prices',
  ],
  [...adminList('appraisals/brands?category=bags'), 'appraisal_items_'],
  [...adminList('dealer-ledger'), 'dealer_entries_entered'],
  [...adminList(`dealer-ledger?${after(middle, 77)}`), 'dealer_entries_entered'],
  [...adminList('dealer-ledger?from=2020-06-01&to=2020-06-03'), 'dealer_entries_traded'],
  [...adminList(`dealer-ledger?application=${numberOf(77)}`), 'dealer_entries_application'],
  [...adminList(`dealer-ledger?keyword=${encodeURIComponent('刺しゅう')}`), 'dealer_entries_grams'],
  [...adminList('approvals'), 'approvals_rank'],
  [...adminList(`approvals?${after(1, middle, 'approval')}`), 'approvals_rank'],
  [...adminList('approvals?state=waiting'), 'approvals_'],
  [...adminList('invitations'), 'invitations_'],
  [...adminList('associates'), 'associates_created'],
  [...adminList(`associates?${after(middle, 'old')}`), 'associates_created'],
  [...adminList('associates?state=draft'), 'associates_admin'],
  [...adminList('associates?alert=ending'), 'associate_certifications_expiry'],
  [...adminList('associates?alert=expired'), 'associate_certifications_'],
  [...adminList('associates/waiting'), 'content_versions_'],
  [...adminList('looks'), 'content_versions_waiting'],
  [...adminList(`looks?${after(middle, 'activity', 'x')}`), 'content_versions_waiting'],
  [...adminList('settings/legal/terms/versions'), 'content_versions_'],
  [...adminList(`settings/legal/terms/versions?${after(100)}`), 'content_versions_'],
  [...adminList('settings/legal/terms/versions/77'), 'content_versions_'],
  [...adminList('associates/org-7'), 'associate_certifications_associate'],
  [...adminList('associates/org-7/page'), 'content_versions_'],
  [...adminList('donors/donor/receipts'), 'receipts_uid'],
  [...adminList('ledger/accounts?month=2020-06'), 'kept_sums_key'],
  [...adminList('ledger/accounts/owed:associate/owners'), 'owed_items_associate_open'],
  [...adminList('ledger/accounts/owed:associate/owners'), 'remittances_state'],
  [...adminList('ledger/accounts/handling/owners?month=2020-06'), 'kept_sums_key'],
  [...adminList('ledger/lines'), 'ledger_lines_at'],
  [...adminList(`ledger/lines?${after(middle, 'donation', 1)}`), 'ledger_lines_at'],
  [...adminList('ledger/lines?order=oldest&month=2020-06'), 'ledger_lines_at'],
  [...adminList('ledger/lines?account=owed:associate&month=2020-06'), 'ledger_lines_at'],
  [...adminList('ledger/lines?account=owed:associate:old-7'), 'ledger_lines_account'],
  [...adminList(`ledger/lines?account=proceeds&${after(middle, 'x', 1)}`), 'ledger_lines_'],
  [...adminList('ledger/postings/donation:77'), 'ledger_lines_posting_id'],
  [...adminList(`ledger/applications/${numberOf(77)}`), 'ledger_lines_donation'],
  [...adminList(`ledger/applications/${numberOf(77)}`), 'owed_items_appraisal'],
  [...adminList('money'), 'kept_sums_key'],
  [...adminList('money/associates'), 'owed_items_associate_open'],
  [...adminList('money/associates'), 'remittances_associate'],
  [...adminList('remittance-runs'), 'remittance_runs_created'],
  [...adminList('remittance-runs/run-7/remittances'), 'remittances_run'],
  [...adminList('remittances'), 'remittances_created'],
  [...adminList(`remittances?${after(middle, 'remittance')}`), 'remittances_created'],
  [...adminList('remittances?state=prepared'), 'remittances_state'],
  [...adminList('remittances?associateId=old-7'), 'remittances_associate'],
  [...adminList('remittances/remittance-77/items'), 'owed_items_remittance'],
  [...adminList('bank-answers'), 'bank_answers_created'],
  [...adminList(`bank-answers?${after(middle, 'answer')}`), 'bank_answers_created'],
  [...adminList('bank-answers/answer-7/rows'), 'bank_answer_rows_answer_id_row_pk'],
  [...adminList('bank-lines'), 'bank_answer_rows_lines'],
  [...adminList('bank-lines?kind=unexplained'), 'bank_answer_rows_of_kind'],
  [...adminList('audit-log'), 'audit_log_at'],
  [...adminList('audit-log?actor=op-7'), 'audit_log_actor'],
  [...adminList('audit-log?action=room7'), 'audit_log_room'],
  [...adminList('audit-log?subject=record-77'), 'audit_log_record'],
  [...adminList('audit-log?day=2020-06-01'), 'audit_log_at'],
  [...adminList('security-events?day=2020-06-01'), 'audit_log_room'],
  [...adminList('security-events?day=2020-06-01&kind=denied&outcome=refused'), 'audit_log_room'],
  [...adminList('security-events?day=2020-06-01&typed=0123456789abcdef'), 'audit_log_room'],
  [...adminList('security-events/counts?day=2020-06-01'), 'audit_log_room'],
  [...adminList('tracking/boxes'), 'boxes_under_way'],
  [...adminList(`tracking/boxes?state=silent&${after(middle, 'TS', 1)}`), 'boxes_under_way'],
  [...adminList('tracking/boxes?state=returned'), 'boxes_out'],
  [...adminList('tracking/pickups'), 'pickups_day'],
  [...adminList(`tracking/pickups?${after('2020-06-01', 'TS')}`), 'pickups_day'],
  [...adminList('tracking/pickups?state=arranged&day=2020-06-01'), 'pickups_arranged'],
  ['staff', '/api/staff/associates/ao/donations', 'donations_associate'],
  ['staff', '/api/staff/associates/ao/donations?receiptOnly=true', 'donations_receipts'],
  ['staff', '/api/staff/associates/ao/pledges', 'pledges_associate_public'],
  ['staff', '/api/staff/associates/ao/room', 'content_versions_room'],
  ['staff', '/api/staff/associates/ao/receipts', 'receipts_associate'],
  ['staff', `/api/staff/associates/ao/receipts?${after(middle, 'R')}`, 'receipts_associate'],
  ['staff', '/api/staff/associates/ao/statements?period=2020-01_2020-12', 'remittances_associate'],
  ['staff', '/api/staff/associates/ao/statement-years', 'remittances_associate'],
  ['staff', '/api/staff/associates/ao/statement-years', 'owed_items_remittance'],
  ['staff', '/api/staff/associates/ao/statement-years', 'donations_received'],
  ['staff', '/api/staff/associates/ao/statement-years', 'owed_items_corrections'],
  ['staff', '/api/staff/associates/ao/statements/remittance-ao', 'owed_items_remittance'],
  ['staff', '/api/staff/associates/ao/statements/remittance-ao/items', 'owed_items_remittance'],
  ['staff', '/api/staff/associates/ao/next-remittance', 'owed_items_associate_open'],
  ['staff', '/api/staff/associates/ao/thanks', 'associate_thanks_associate'],
  [
    'staff',
    `/api/staff/associates/ao/thanks?${after(middle, 'thanks')}`,
    'associate_thanks_associate',
  ],
  ['staff', '/api/staff/associates/ao/activities', 'associate_activities_associate'],
  ['staff', '/api/staff/associates/ao/use-reports', 'use_reports_associate'],
  ['staff', '/api/staff/associates/ao/use-reports/drafts', 'content_versions_room'],
  ['staff', '/api/staff/associates/ao/transfers', 'remittances_associate'],
  ['staff', '/api/staff/associates/ao/activities/drafts', 'content_versions_room'],
  ['donor', '/api/my-pledges', 'pledges_public'],
  ['donor', `/api/my-pledges?${after(middle, 'pledge')}`, 'pledges_public'],
  ['donor', '/api/users/donations?limit=20', 'donations_uid'],
  ['donor', '/api/users/my-pledges?limit=20', 'pledges_uid'],
  ['donor', '/api/users/applications', 'applications_uid'],
  ['donor', '/api/associates/org-7/activities?limit=20', 'associate_activities_associate'],
])('as %s %s goes by %s', async (uid, url, index) => {
  const headers = headersOf.get(uid) ?? {};
  const search = typedSearch(house, () => headers);
  const asked = await askedBy(async () => {
    const reply = await (url.includes('keyword=') ? search(url) : app.inject({ url, headers }));

    expect(reply.statusCode).toBe(200);
  });
  const plans = await plansOf(asked);
  const nodes = plans.flat();
  expect(nodes.filter((node) => node['Index Name']?.startsWith(index))).not.toEqual([]);
  const wholeScans = plans.flatMap(scansOf).filter((name) => index.startsWith(name));
  expect(wholeScans).toEqual([]);
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort');
  // Sums owed to organisations are ranked: one row each, however many gifts there are.
  const most = /\/(owners|money\/associates)\b/.test(url) ? 2 * boxes : boxes / 2;
  expect(sorts.filter((node) => node['Plan Rows'] > most)).toEqual([]);
});

/** Explains background work: it must use these indexes, and scan none of these tables completely. */
async function expectPlan(
  work: () => Promise<unknown>,
  { indexes, tables }: { indexes: string[]; tables: string[] },
) {
  const plans = await plansOf(await askedBy(work));
  expect(plans.flat().map((node) => node['Index Name'])).toEqual(expect.arrayContaining(indexes));
  expect(plans.flatMap(scansOf).filter((name) => tables.includes(name))).toEqual([]);
}

test('what carries a pay-out is found without looking through all that is owed', async () => {
  await expectPlan(() => fundPayoutsOf(services.ctx, 'animal'), {
    indexes: ['fund_payouts_fund', 'owed_items_appraisal'],
    tables: ['fund_payouts', 'owed_items'],
  });
});

test('a trace reads each of its tables by an index, for its donor and by a shared link', async () => {
  const tables = ['applications', 'appraisals', 'appraisal_items', 'boxes', 'donations'];
  const own = { method: 'POST', url: '/api/applications/trace' } as const;
  const payload = { appraisalId: numberOf(1) };
  await expectPlan(
    async () => {
      const reply = await app.inject({ ...own, payload, headers: headersOf.get('donor') ?? {} });
      expect(reply.statusCode).toBe(200);
    },
    {
      indexes: ['goods_sales_appraisal', 'appraisals_application', 'donations_standing'],
      tables: [...tables, 'goods_sales', 'result_batches'],
    },
  );
  await expectPlan(
    () => app.inject({ method: 'POST', url: '/api/traces/shared', payload: { token: 'none' } }),
    { indexes: ['trace_links_token_hash_unique'], tables: [...tables, 'trace_links'] },
  );
  await expectPlan(() => soldMails(services.ctx).write(), {
    indexes: ['sold_notices_due', 'goods_sales_appraisal'],
    tables: ['sold_notices', 'goods_sales'],
  });
});

test('thanks are given by the organisation and told of by when they are due', async () => {
  const tables = ['donations', 'donation_thanks', 'associate_thanks', 'applications'];
  const given = ['associate_thanks_delivering', 'donations_associate'];
  const { giveNext, deliverWaiting } = services.thanksDelivery;
  await expectPlan(giveNext, { indexes: given, tables });
  const told = [
    'donation_thanks_notify',
    'donations_uid',
    'applications_email',
    'donations_standing',
  ];
  await expectPlan(deliverWaiting, { indexes: told, tables });
});

test('what the hourly sweep looks for has an index: certifications that end, approvals that are due', async () => {
  await expectPlan(() => services.approvals.settleByTime(), {
    indexes: ['approvals_due'],
    tables: ['approvals'],
  });
});

test('the gifts on the top page go by the day, and look at no more than the newest', async () => {
  const listed = new Map([{ id: 'org-7', name: '団体7' }].map((one) => [one.id, one]));
  const asked = await askedBy(() => readRecentGifts(db, '2021-05-20', listed));
  const plans = await plansOf(asked);
  const nodes = plans.flat();
  expect(nodes.map((node) => node['Index Name'])).toContain('donations_donated');
  expect(plans.flatMap(scansOf)).not.toContain('donations');
  expect(plans.flatMap(scansOf)).not.toContain('applications');
  expect(nodes.filter((node) => node['Node Type'] === 'Limit')).not.toEqual([]);
});
