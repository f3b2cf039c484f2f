import { beforeAll, describe, expect, test } from 'vitest';
import { auditActionLabel } from '#kit/audit/audit-line.ts';
import { unreadableCursor } from '#kit/db/keyset.server.ts';
import { runSql } from '#test/database.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { sampled } from '#test/form.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { askedBy } from './asked-queries.ts';

// Properties common to every list of operators and staff, on at least three pages of rows. The
// table is written out by hand; a list missing from both parts fails.

const house = await testApp();
const { app, pool, databaseUrl, services } = house;
const signIn = signedIn(house);
const headers = new Map<string, Record<string, string>>();
const count = 130;

type PagedList = {
  url: string;
  size: number;
  /**
   * Sort keys, most significant first: `-` is descending, `=` names the value that comes first,
   * null comes last.
   */
  order: string;
  /** Uid of the reader; an operator by default. */
  by?: string;
  /** Action in the audit log; none if the list identifies nobody. */
  audit?: string;
};

const versionsOf = (path: string, by?: string): PagedList => ({
  url: `${path}/versions`,
  size: 20,
  order: '-number',
  ...(by !== undefined && { by }),
});
const donorParts = {
  applications: '-createdAt -appraisalId',
  checks: '-createdAt -appraisalId',
  donations: '-donatedAt -id',
  mails: '-id',
  messages: '-createdAt -id',
  notes: '-id',
  pledges: '-pledgedAt -id',
  receipts: '-issuedAt -number',
};
const paged: PagedList[] = [
  {
    url: '/api/office/applications',
    size: 50,
    order: '-createdAt -appraisalId',
    audit: 'applications.list',
  },
  { url: '/api/office/appraisals', size: 20, order: 'receivedAt appraisalId' },
  {
    url: '/api/office/approvals',
    size: 20,
    order: 'state=waiting -askedAt id',
    audit: 'approvals.list',
  },
  { url: '/api/office/associates', size: 50, order: '-createdAt id' },
  { url: '/api/office/audit-log', size: 50, order: '-at -id', audit: 'audit-log.list' },
  {
    url: '/api/office/dealer-ledger',
    size: 50,
    order: '-enteredAt -number',
    audit: 'dealer-ledger.list',
  },
  { url: '/api/office/donors', size: 50, order: '-createdAt -id', audit: 'donors.list' },
  ...Object.entries(donorParts).map(([part, order]) => ({
    url: `/api/office/donors/hanako/${part}`,
    size: 20,
    order,
    audit: 'donors.read',
  })),
  { url: '/api/office/blocked-accounts', size: 20, order: '-blockedAt associateId' },
  { url: '/api/office/bank-answers', size: 20, order: '-uploadedAt id' },
  { url: '/api/office/bank-answers/answer-1/rows', size: 50, order: 'row' },
  { url: '/api/office/bank-lines', size: 50, order: '-day answerId row', audit: 'bank-lines.list' },
  { url: '/api/office/fund-payouts', size: 50, order: '-decidedAt id' },
  { url: '/api/office/funds/animal/payouts', size: 50, order: '-decidedAt id' },
  {
    url: '/api/office/identity-checks',
    size: 20,
    order: 'since appraisalId',
    audit: 'identity.list',
  },
  {
    url: '/api/office/identity-letters?state=to-send',
    size: 50,
    order: 'since appraisalId',
    audit: 'identity-letters.list',
  },
  {
    url: '/api/office/intake/exceptions',
    size: 20,
    order: 'ending= dueOn id',
    audit: 'box-exceptions.list',
  },
  { url: '/api/office/intake/scans', size: 50, order: '-receivedAt id', audit: 'scans.list' },
  { url: '/api/office/kits/batches', size: 20, order: '-createdAt id' },
  {
    url: '/api/office/kits/batches/kits-1/entries',
    size: 50,
    order: 'position',
    audit: 'kit-entries.list',
  },
  {
    url: '/api/office/listings',
    size: 20,
    order: 'dueAt state=new,in-talks -createdAt id',
    audit: 'listings.list',
  },
  { url: '/api/office/ledger/accounts/owed:associate/owners', size: 50, order: '-balanceYen id' },
  {
    url: '/api/office/ledger/accounts/service-fee/owners?by=name&month=2026-11',
    size: 50,
    order: 'name id',
  },
  { url: '/api/office/ledger/lines', size: 50, order: '-at postingId id' },
  { url: '/api/office/looks', size: 20, order: 'changedAt kind key' },
  { url: '/api/office/receipt-doubles', size: 20, order: 'id' },
  { url: '/api/office/mails', size: 50, order: '-id', audit: 'mails.list' },
  {
    url: '/api/office/messages',
    size: 20,
    order: 'answeredAt=null dueAt -createdAt id',
    audit: 'messages.list',
  },
  { url: '/api/office/money/associates', size: 20, order: '-owedYen id' },
  {
    url: '/api/office/people',
    size: 50,
    order: 'role=owner,operator,accountant,warehouse -third uid',
    audit: 'people.list',
  },
  {
    url: '/api/office/pledge-reports',
    size: 20,
    order: 'handledAt=null -createdAt id',
    audit: 'pledge-reports.list',
  },
  {
    url: '/api/office/receipt-runs',
    size: 20,
    order: '-startedAt -id',
  },
  {
    url: '/api/office/receipt-runs/receipt-run-1/rows',
    size: 50,
    order: 'position',
    audit: 'receipt-runs.list',
  },
  { url: '/api/office/remittance-runs', size: 20, order: 'third id' },
  { url: '/api/office/remittance-runs/run-1/carried', size: 50, order: 'associateId' },
  { url: '/api/office/remittance-runs/run-1/remittances', size: 50, order: 'id' },
  { url: '/api/office/remittances', size: 50, order: 'third id' },
  { url: '/api/office/remittances/remittance-1/items', size: 50, order: 'id' },
  { url: '/api/office/reply-templates', size: 100, order: 'name id' },
  { url: '/api/office/results/batches', size: 20, order: '-createdAt -id' },
  { url: '/api/office/results/batches/batch-2/waiting', size: 100, order: 'row id' },
  { url: '/api/office/sales', size: 50, order: '-createdAt id' },
  {
    url: '/api/office/security-events?day=2026-11-20',
    size: 50,
    order: '-at -id',
    audit: 'security-events.list',
  },
  {
    url: '/api/office/tracking/boxes',
    size: 50,
    order: 'kitSentAt appraisalId number',
    audit: 'tracking.list',
  },
  {
    url: '/api/office/tracking/boxes?state=returned',
    size: 50,
    order: 'kitSentAt appraisalId number',
    audit: 'tracking.list',
  },
  {
    url: '/api/office/tracking/pickups',
    size: 50,
    order: 'day appraisalId',
    audit: 'pickups.list',
  },
  { url: '/api/staff/associates/ao/activities', size: 20, order: '-publishedAt -id', by: 'staff' },
  {
    url: '/api/staff/associates/ao/donations',
    size: 20,
    order: '-donatedAt giftNumber',
    by: 'staff',
  },
  { url: '/api/staff/associates/ao/pledges', size: 24, order: '-pledgedAt id', by: 'staff' },
  { url: '/api/staff/associates/ao/receipts', size: 20, order: '-issuedAt -number', by: 'staff' },
  { url: '/api/staff/associates/ao/statements', size: 20, order: '-receivedOn -id', by: 'staff' },
  {
    url: '/api/staff/associates/ao/statements/sent-1/items',
    size: 50,
    order: 'amountYen',
    by: 'staff',
  },
  { url: '/api/staff/associates/ao/thanks', size: 20, order: '-publishedAt -id', by: 'staff' },
  versionsOf('/api/office/associates/ao/page'),
  versionsOf('/api/office/campaigns/2026:many'),
  versionsOf('/api/office/content/challenges'),
  versionsOf('/api/office/content/mail-templates/welcome'),
  versionsOf('/api/office/content/notices'),
  versionsOf('/api/office/content/picks'),
  versionsOf('/api/office/content/questions'),
  versionsOf('/api/office/service-facts'),
  versionsOf('/api/office/settings/acceptance'),
  versionsOf('/api/office/settings/bonus-rules'),
  versionsOf('/api/office/settings/legal/terms'),
  versionsOf('/api/staff/activities/ao:act-1', 'staff'),
  versionsOf('/api/staff/use-reports/ao:use-1', 'staff'),
  versionsOf('/api/staff/pages/ao', 'staff'),
  versionsOf('/api/staff/thanks/ao:thanks-1', 'staff'),
];

/** Lists that are never long, and their limit. */
const short: {
  url: string;
  most: number;
  order?: string;
  by?: string;
  of?: string;
  audit?: string;
}[] = [
  { url: '/api/office/associates/ao/people', most: 100, of: 'people', audit: 'staff-people.list' },
  { url: '/api/office/associates/waiting', most: 200, order: 'changedAt id' },
  { url: '/api/office/campaigns', most: 1_000, order: '-startsOn key' },
  { url: '/api/office/content/mail-templates', most: 100 },
  { url: '/api/office/donors/hanako/doubles', most: 10, audit: 'donors.list' },
  { url: '/api/office/funds', most: 18 },
  { url: '/api/office/intake/colleagues', most: 200, order: 'name uid' },
  {
    url: '/api/office/invitations',
    most: 100,
    order: '-createdAt id',
    of: 'items',
    audit: 'invitations.list',
  },
  { url: '/api/office/money/funds', most: 200 },
  {
    url: '/api/office/results/batches/batch-1/reversal',
    most: 100,
    order: 'appraisalId',
    of: 'blocked',
  },
  { url: '/api/office/settings/holidays', most: 2_000 },
  { url: '/api/office/settings/legal', most: 3 },
  { url: '/api/office/todos', most: 30 },
  { url: '/api/office/settings/legal/terms/consents', most: 100, order: '-version' },
  { url: '/api/office/views?list=applications', most: 20 },
  { url: '/api/staff/associates', most: 100, by: 'staff' },
  {
    url: '/api/staff/associates/ao/activities/drafts',
    most: 50,
    order: '-changedAt id',
    by: 'staff',
  },
  {
    url: '/api/staff/associates/ao/people',
    most: 100,
    by: 'staff',
    of: 'people',
    audit: 'staff-people.list',
  },
  { url: '/api/staff/associates/ao/transfers', most: 60, by: 'staff' },
  {
    url: '/api/staff/associates/ao/use-reports',
    most: 100,
    order: '-publishedAt id',
    of: 'reports',
    by: 'staff',
  },
  {
    url: '/api/staff/associates/ao/use-reports/drafts',
    most: 50,
    order: '-changedAt id',
    by: 'staff',
  },
  { url: '/api/staff/associates/ao/statement-years', most: 100, by: 'staff' },
  { url: '/api/staff/associates/ao/thanks/drafts', most: 50, order: '-changedAt id', by: 'staff' },
  { url: '/api/staff/associates/ao/thanks/templates', most: 50, order: 'name id', by: 'staff' },
];

const kinds: [kind: string, key: string][] = [
  ['associate', 'ao'],
  ['campaign', '2026:many'],
  ['challenges', 'site'],
  ['mail-template', 'welcome'],
  ['notices', 'site'],
  ['picks', 'site'],
  ['questions', 'site'],
  ['service-facts', 'service'],
  ['acceptance', 'service'],
  ['bonus-rules', 'service'],
  ['legal-text', 'terms'],
  ['activity', 'ao:act-1'],
  ['thanks', 'ao:thanks-1'],
  ['use-report', 'ao:use-1'],
];

const get = (url: string, by = 'op') => app.inject({ url, headers: headers.get(by) ?? {} });

beforeAll(async () => {
  for (const [uid, role] of [
    ['op', 'operator'],
    ['hanako', 'donor'],
    ['staff', 'staff'],
    ['elsewhere', 'staff'],
    ['warehouse', 'warehouse'],
  ] as const) {
    headers.set(uid, await signIn(uid, role));
  }
  await insertAssociate(house.db, 'ao');
  await insertChallenges(house.db);
  const numbers = JSON.stringify(Array.from({ length: 2 * count }, (_, n) => numberOf(n + 1)));
  const outNumbers = JSON.stringify(Array.from({ length: count }, (_, n) => numberOf(n + 1_001)));
  const cameNumbers = JSON.stringify(
    Array.from({ length: count }, (_, n) => numberOf(10 * count + n)),
  );
  const each = `from generate_series(1, ${count}) as n`;
  /** Several at the same instant, so that ids break the order. */
  const at = `timestamptz '2026-11-20' - (n / 3) * interval '1 minute'`;
  await runSql(
    databaseUrl,
    `
    insert into staff_memberships (uid, associate_id) values ('staff', 'ao');
    -- The newest of all who run the service.
    update users set created_at = timestamptz '2026-11-21' where uid = 'op';
    insert into associates (id, name, summary, classification, state, is_listed, created_at)
      select 'org-' || n, '団体' || n, '', 'npo', 'draft', false, ${at} ${each};
    insert into auth_users (id, name, email) select 'op-' || n, '', 'op-' || n || '@tasuki.example' ${each};
    insert into users (uid, role, email, created_at, last_name, last_name_kana, first_name, first_name_kana)
      select 'op-' || n, 'operator', 'op-' || n || '@tasuki.example', ${at}, last, last, first, first
      from generate_series(1, ${count}) as n, lateral (select (array['さ', 'あ', 'か'])[n % 3 + 1], (array['に', 'な'])[n % 2 + 1])
        as name(last, first);
    insert into applications (appraisal_id, kind, associate_id, uid, frequency, products, boxes, need_receipt,
      last_name, first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state,
      identity, created_at, state_changed_at)
      select id, 'direct', 'ao', case when n <= ${count} then 'hanako' end, 'once', array['clothes'], 1, true,
        '見本', '花子', 'みほん', 'はなこ', case when n <= ${count} then 'hanako' else 'guest' || n end || '@tasuki.example',
        '0312345678', '1000001', '東京都', '見本町', case when n <= ${count} then 'donated' else 'appraised' end,
        case when n <= ${count} then 'approved' else 'submitted' end, ${at}, ${at}
      from json_array_elements_text('${numbers}'::json) with ordinality as numbered(id, n);
    insert into applications (appraisal_id, kind, associate_id, frequency, products, boxes, need_receipt,
      last_name, first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state,
      created_at, state_changed_at)
      select id, 'direct', 'ao', 'once', array['clothes'], 2, true, '見本', '太郎', 'みほん', 'たろう',
        'out' || n || '@tasuki.example', '0312345678', '1000001', '東京都', '見本町', 'kit-sent', ${at}, ${at}
      from json_array_elements_text('${outNumbers}'::json) with ordinality as numbered(id, n);
    insert into identity_papers (id, appraisal_id, kind, file_name, submitted_at, delete_after)
      select 'paper-' || sent || appraisal_id, appraisal_id, 'driving-licence', 'x' || sent || '.jpg',
        timestamptz '2026-11-20' + (ascii(right(appraisal_id, 1)) * 7 % 11 + 20 * sent) * interval '1 hour', '2099-01-01'
      from applications, generate_series(1, 0, -1) as sent where identity = 'submitted' and ascii(right(appraisal_id, 1)) % 3 > 0;
    insert into boxes (appraisal_id, number, kit_state, kit_sent_at)
      select id, box, case when box < 3 then 'sent' else 'returned' end, ${at}
      from json_array_elements_text('${outNumbers}'::json) with ordinality as numbered(id, n), generate_series(4, 1, -1) as box;
    insert into pickups (appraisal_id, day, boxes, asked_at)
      select id, date '2026-11-20' + (n / 7)::integer, 1, ${at}
      from json_array_elements_text('${outNumbers}'::json) with ordinality as numbered(id, n);
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
      donation_yen, created_at)
      select 'batch-' || n, 'op', 'f.csv', n, 'UTF-8', 100, 100, 0, ${at} ${each};
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
      priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
      select 'row-' || appraisal_id, appraisal_id, 'batch-1', row_number() over (), 'x', now(), now(), 1, 1, 500, 0,
        500, 'completed', 'goods-received', created_at from applications;
    update result_batches set state = 'waiting' where id = 'batch-2';
    insert into waiting_results (id, batch_id, row_number, appraisal_id, source, result, row_hash, added_by, added_at,
      changed_by, changed_at)
      select 'waiting-' || appraisal_id, 'batch-2', row_number() over () / 3, appraisal_id, 'csv',
        '{"receivedOn": "2026-11-08", "appraisedOn": "2026-11-10", "itemCount": 1, "pricedCount": 1,
          "appraisedYen": 500, "bonusYen": 0, "donationYen": 500, "associateId": "ao", "outcome": "completed",
          "note": ""}', 'x', 'op', now(), 'op', now() from applications;
    insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind, quantity,
      feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method, entered_by,
      entered_at, kept_until, folded)
      select '2026-' || lpad(n::text, 6, '0'), 'TS-1000-000M', 'row', n, '2026-11-20', 'purchase', 'コート', 1, '紺', 500,
        '見本 花子', '東京都', '会社員', 40, 'papers-and-letter', 'op', ${at}, '2029-11-20', '' ${each};
    insert into donations (id, appraisal_id, appraisal_row_id, uid, associate_id, amount_yen, need_receipt, donated_at)
      select 'gift-' || appraisal_id, appraisal_id, 'row-' || appraisal_id, uid, 'ao', 500, true, created_at
      from applications where uid is not null;
    insert into receipts (number, kind, uid, associate_id, year, amount_yen, donor_name, donor_address,
      stated, verify_code_hash, issued_at)
      select 'R-' || appraisal_id, 'donation', uid, 'ao', 2026, 500, '見本 花子', '東京都',
        '{"way":"goods","name":"見本の会","address":"東京都","representative":"見本","classification":"認定NPO法人","certifications":[]}',
        'hash-' || id, donated_at from donations;
    insert into receipt_doubles (earlier, later, appraisal_id)
      select number, next, 'TS-1000-000M' from (
        select number, coalesce(lead(number) over (order by number), (select min(number) from receipts)) as next
        from receipts) as r;
    insert into pledges (id, appraisal_id, uid, state, text, pledged_at, updated_at)
      select 'pledge-' || appraisal_id, appraisal_id, uid, 'published', '思い出', donated_at, donated_at from donations;
    insert into pledge_reports (id, pledge_id, reason, created_at, handled_at)
      select 'report-' || id, id, '気になる', pledged_at, case when right(id, 1) > 'K' then now() end from pledges;
    insert into kit_batches (id, day, number, application_count, box_count, created_by, created_at)
      select 'kits-' || n, date '2026-11-20', n, 1, 1, 'op', ${at} ${each};
    insert into kit_batch_entries (batch_id, position, appraisal_id, application_version, boxes, recipient)
      select 'kits-1', row_number() over (), appraisal_id, 1, 1, '{"lastName": "見本", "firstName": "花子",
        "lastNameKana": "", "firstNameKana": "", "tel": "0312345678", "zipcode": "1000001", "prefecture": "東京都",
        "line1": "見本町", "line2": "", "building": "", "boxes": 1, "deliveryDate": "", "deliverySlot": "",
        "targetName": "", "needsKit": true}' from applications;
    insert into fund_payouts (id, social_challenge_id, associate_id, amount_yen, reason, decided_on, decided_by, created_at)
      select 'payout-' || n, 'animal', 'ao', n, '猫の保護のため', '2026-11-20', 'op', ${at} ${each};
    insert into approvals (id, kind, subject_id, change, state, asked_by, asked_at)
      select 'approval-' || n, 'role', 'op-' || n, '{"type": "remove", "from": "operator"}',
        case when n % 4 = 0 then 'waiting' else 'done' end, 'op', ${at} ${each};
    insert into invitations (id, email, role, token_hash, invited_by, created_at, expires_at)
      select 'invitation-' || n, 'invited' || n || '@tasuki.example', 'operator', 'hash-' || n, 'op', ${at}, now() ${each};
    insert into outbox_mails (dedupe_key, message_id, kind, recipient, uid, subject, text_body, state, created_at)
      select n, n, 'kit-sent', 'hanako@tasuki.example', 'hanako', '件名', '本文', 'sent', ${at} ${each};
    insert into contact_messages (id, kind, name, email, message, answered_at, due_at, created_at)
      select 'TC-' || n, 'other', '見本', 'hanako@tasuki.example', '質問', case when n % 3 > 0 then now() end,
        case when n % 4 > 0 then date '2026-11-20' + n % 5 end, ${at} ${each};
    insert into listing_applications (id, organisation_name, classification, representative, prefecture,
      social_challenges, person_name, email, tel, state, state_changed_at, due_at, created_at)
      select 'TL-' || n, '団体', 'npo', '代表', '東京都', array['animal'], '担当', 'a@tasuki.example', '0312345678',
        (array['new', 'in-talks', 'accepted', 'declined'])[1 + n % 4], now(), case when n % 7 > 0 then date '2026-11-20' + n % 5 end,
        ${at} ${each};
    insert into reply_templates (id, name, body, created_at) select 'template-' || n, '名前' || n / 3, '本文', ${at} ${each};
    insert into scans (id, code, appraisal_id, box_number, outcome, scanned_by, scanned_at, received_at)
      select 'scan-' || n, 'TS', (select appraisal_id from applications order by appraisal_id limit 1), n % 99 + 1, 'again', 'op', ${at}, ${at} ${each};
    insert into box_exceptions (id, kind, place, reason, owner_uid, due_on, state, ending, created_by, created_at,
      changed_by, changed_at)
      select 'exception-' || n, 'other', '棚', '理由', 'op', date '2026-11-20' + n / 7,
        case when n % 2 = 0 then 'open' else 'ended' end, case when n % 2 = 1 then 'returned' end, 'op', ${at}, 'op', ${at} ${each};
    insert into donor_notes (subject_type, subject_id, body, created_by, created_at)
      select 'user', 'hanako', 'メモ', 'op', ${at} ${each};
    insert into audit_log (actor_uid, action, subject_type, subject_id, details, at)
      select 'visitor', 'security.sign-in', 'typed-email', 'hash-' || n,
        json_build_object('outcome', 'failed', 'from', '203.0.0.0/16'), timestamptz '2026-11-20 01:00Z' + n / 3 * interval '1 minute' ${each};
    insert into audit_log (actor_uid, action, subject_type, subject_id, at)
      select 'op-1', 'mails.list', 'mails', n, ${at} ${each};
    insert into use_reports (id, associate_id, edition, period_from, period_to, title, body, yen, gifts, published_at)
      select 'use-' || n, 'ao', 1, '2026-01-01', '2026-01-31', '題', '本文', 1, 1, ${at} ${each};
    insert into associate_activities (id, associate_id, title, body, published_at)
      select 'act-' || n, 'ao', '報告', '本文', ${at} ${each};
    insert into associate_thanks (id, associate_id, title, body, published_at) select 'thanks-' || n, 'ao', 'お礼', '本文', ${at} ${each};
    insert into content_versions (kind, key, number, content, state, created_by, created_at, changed_by, changed_at,
      published_by, published_at)
      select kind, key, n, '{}', 'discarded', 'op', ${at}, 'op', ${at}, null, null
      from generate_series(1, ${count}) as n, json_to_recordset('${JSON.stringify(
        kinds.map(([kind, key]) => ({ kind, key })),
      )}'::json) as k(kind text, key text);
    insert into content_versions (kind, key, number, content, state, created_by, created_at, changed_by, changed_at)
      select kind, 'ao:open-' || n, 1, '{"title": "題", "body": "本文"}', 'waiting', 'staff', ${at}, 'staff', ${at}
      from generate_series(1, ${count}) as n, unnest(array['activity', 'thanks', 'use-report']) as kind;
    insert into campaigns (year, token, title, lead, body, starts_on, ends_on)
      select 2026, 'campaign-' || n, '特集', 'はじめに', '本文', date '2026-01-01' + n % 5, '2026-12-31' ${each};
    insert into content_versions (kind, key, number, content, state, created_by, created_at, changed_by, changed_at)
      select 'associate', 'org-' || n, 1, '{"name": "団体"}', 'waiting', 'staff', ${at}, 'staff', ${at} ${each};
    insert into thanks_templates (id, associate_id, name, title, body, created_at)
      select 'words-' || n, 'ao', '名前' || n % 7, 'お礼', '本文', ${at} from generate_series(1, 40) as n;
    insert into applications (appraisal_id, kind, associate_id, frequency, products, boxes, need_receipt, last_name,
      first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state, created_at,
      state_changed_at)
      select id, 'direct', 'ao', 'once', array['clothes'], 1, true, '見本', '花子', 'みほん', 'はなこ',
        'came' || n || '@tasuki.example', '0312345678', '1000001', '東京都', '見本町', 'goods-received', ${at}, ${at}
      from json_array_elements_text('${cameNumbers}'::json) with ordinality as numbered(id, n);
    insert into associates (id, name, summary, classification)
      select 'money-' || n, '団体' || n / 3, '', 'npo' ${each};
    insert into ledger_lines (posting_id, line, account, amount_yen, at)
      select 'sale:' || n, line, case line when 1 then 'bank' else 'sale-difference' end, case line when 1 then n else -n end, ${at}
      from generate_series(1, ${count}) as n, generate_series(1, 2) as line;
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, at)
      select 'money-' || n, 'gift', n / 3, '2026-11-20', 'donation:' || n, ${at} ${each};
    insert into ledger_lines (posting_id, line, account, amount_yen, at)
      select 'donation:' || n, line, case line when 1 then 'bank' else 'owed:associate:money-' || n end,
        case line when 1 then n / 3 else -(n / 3) end, ${at}
      from generate_series(3, ${count}) as n, generate_series(1, 2) as line;
    insert into remittance_runs (id, number, period_from, period_to, transfer_on, state, payer, created_by, created_at)
      select 'run-' || n, '2026-' || n, '2026-11-01', '2026-11-20', '2026-11-25', 'done', '{}', 'op', ${at} ${each};
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at, run_id, state,
      account)
      select 'remittance-' || n, 'money-' || n, n, '2026-11-01', '2026-11-20', 'op', ${at}, 'run-1', 'confirmed', null ${each};
    insert into bank_accounts (id, associate_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder, approval_id,
      created_at)
      select 'account-' || n, 'money-' || n, '0001', 'みずほ', '001', '本店', 'ordinary', lpad(n::text, 7, '0'), 'ﾐﾎﾝ', 'none', ${at} ${each};
    insert into bank_account_events (account_id, kind, remittance_id, reason, actor_uid, at)
      select 'account-' || n, 'blocked', 'remittance-' || n, '口座なし', 'op', ${at} ${each};
    insert into receipt_runs (id, year, replaces_singles, state, sender, started_by, started_at, finished_at)
      select 'receipt-run-' || n, 2025, false, 'done', '{"name": "運営", "address": "東京都"}', 'op', ${at}, ${at} ${each};
    insert into receipt_run_rows (run_id, position, donor, appraisal_id, delivery, outcome, reason)
      select 'receipt-run-1', n, n, appraisal_id, 'mail', 'left-out', '理由'
      from (select appraisal_id, row_number() over (order by appraisal_id) as n from applications limit ${count}) as numbered;
    insert into carried_over (run_id, associate_id, amount_yen, reason)
      select 'run-1', 'money-' || n, n / 3, 'below-minimum' ${each};
    insert into bank_answers (id, file_name, file_hash, row_count, uploaded_by, created_at)
      select 'answer-' || n, '明細.csv', 'hash-' || n, 1, 'op', ${at} ${each};
    insert into bank_answer_rows (answer_id, row, key, day, amount_yen, kind, remittance_id)
      select 'answer-1', n, 'key-' || n, '2026-11-20', -n, 'transfer', 'remittance-' || n ${each};
    insert into bank_answer_rows (answer_id, row, key, day, amount_yen, kind, line_kind, description)
      select 'answer-2', n, 'line-' || n, date '2026-11-01' + n / 7, n, 'line', 'unexplained', '振込' ${each};
    insert into bank_line_entries (answer_id, row, kind, reason, posting_id, actor_uid, at)
      select 'answer-2', n, 'unexplained', '', 'bank-line-1:answer-2:' || n, 'op', ${at} ${each};
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, remittance_id, at)
      select 'money-1', 'gift', n / 3, '2026-11-20', 'sent-on:' || n, 'remittance-1', ${at} ${each};
    insert into goods_sales (id, appraisal_id, sold_on, amount_yen, is_last, row_hash, posting_id, created_by, created_at)
      select 'sale-' || n, (select appraisal_id from applications order by appraisal_id limit 1), '2026-11-20', n, false, n,
        'sale:' || n, 'op', ${at} ${each};
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at, state,
      statement_number, received_on)
      select 'sent-' || n, 'ao', n, '2025-01-01', '2025-01-31', 'op', ${at}, 'confirmed', 'S2025-' || lpad(n::text, 6, '0'),
        date '2025-02-01' + n / 3 ${each};
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, remittance_id, at)
      select 'ao', 'gift', n, '2025-01-20', 'donation:sent-' || n, 'sent-1', ${at} ${each};
    insert into legal_consents (subject_type, subject_id, text_kind, version, at)
      select 'user', 'user-' || n, 'terms', n, ${at} ${each};
    analyze;`,
  );
  await services.security.flush();
}, 120_000);

type Item = Record<string, unknown>;
const auditedAs = async (by: string) =>
  (
    await pool.query<{ action: string; details: unknown; subject_id: string }>(
      `select action, details, subject_id from audit_log where actor_uid = $1 and action not like 'security.%' order by id desc`,
      [by],
    )
  ).rows;
const cursorOf = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

describe.each(paged)('$url', ({ url, size, order, by = 'op', audit }) => {
  const at = (cursor: string) => get(`${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`, by);

  test('shows each row once and in order, so many at a time, and the way back', async () => {
    let pages: Awaited<ReturnType<typeof pagesOf>> = [];
    const asked = await askedBy(async () => {
      pages = await pagesOf((one) => get(one, by), url);
    });
    const sizes = pages.map((page) => page.json<Item[]>().length);
    expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).map(() => size));
    expect(sizes.at(-1)).toBeLessThanOrEqual(size);
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(count);
    const items = pages.flatMap((page) => page.json<Item[]>());
    const keys = items.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(inOrder(items, order).map(keyOf));
    // By key: no OFFSET before a page, and no page reads everything.
    const reads = asked.map(({ text }) => text).filter((text) => /order by/i.test(text));
    expect(reads.filter((text) => /\boffset\b/i.test(text))).toEqual([]);
    const isOfShown = / in \(\$\d| = any\(/i;
    expect(reads.filter((text) => !/\blimit\b/i.test(text) && !isOfShown.test(text))).toEqual([]);
    const back = await at(String(pages[1]?.headers['x-previous-cursor']));
    // The audit log has grown through its own reads.
    if (audit !== 'audit-log.list')
      expect(back.json<Item[]>().map(keyOf)).toEqual(keys.slice(0, size));
  });

  test('refuses an invalid cursor with a clear message', async () => {
    const strange = [
      'x',
      cursorOf(['after']),
      cursorOf(['after', 1, 1, 1, 1, 1, 1]),
      cursorOf(['after', 'x'.repeat(101), 'y', 'z']),
      cursorOf(['after', 1e300]),
      cursorOf(['beside', 1, 'x']),
    ];
    for (const cursor of sampled(strange, { every: 3, salt: url })) {
      const reply = await at(cursor);
      expect([cursor, reply.statusCode, reply.json().message]).toEqual([
        cursor,
        400,
        unreadableCursor,
      ]);
    }
  });

  test('is refused to everyone else', async () => {
    expect((await app.inject(url)).statusCode).toBe(401);
    expect((await get(url, 'hanako')).statusCode).toBe(403);
    expect((await get(url, 'elsewhere')).statusCode).toBe(
      url.startsWith('/api/staff/') ? 404 : 403,
    );
  });

  test(
    audit ? 'leaves a trace of who looked at whom' : 'tells of nobody, and leaves no trace',
    async () => {
      const before = await auditedAs(by);
      const shown = await get(url, by);
      const added = (await auditedAs(by)).slice(0, -before.length || undefined);
      if (audit === undefined) return expect(added).toEqual([]);
      expect(added).toHaveLength(1);
      expect(added[0]?.action).toBe(audit);
      expect(auditActionLabel(audit)).not.toMatch(/^そのほか/);
      // Ids only, nothing that was shown about people.
      expect(JSON.stringify(added)).not.toMatch(/@|見本|花子|0312345678/);
      expect(shown.statusCode).toBe(200);
    },
  );
});

/** Key that distinguishes a row from the others. */
function keyOf(item: Item): string {
  const { id, uid, number, row, key, kind, appraisalId, associateId, giftNumber } = item;
  return JSON.stringify({ id, uid, number, row, key, kind, appraisalId, associateId, giftNumber });
}

/** A list's items in the declared order; `third` stands for a sort time that the list does not show. */
function inOrder(items: readonly Item[], order: string): Item[] {
  const places = order.split(' ').map((word) => {
    const [name = '', first] = word.replace(/^-/, '').split('=');
    const sign = word.startsWith('-') ? -1 : 1;
    return { sign, placeIn: (item: Item) => placeOf(item, name, first?.split(',')) };
  });
  return items.toSorted((one, other) => {
    for (const { sign, placeIn } of places) {
      const compared = compareValues(placeIn(one), placeIn(other));
      if (compared !== 0) return sign * compared;
    }
    return 0;
  });
}

function placeOf(item: Item, name: string, first: readonly string[] | undefined): unknown {
  if (name === 'third') {
    const [, digits] = /-(\d+)$/.exec(String(item.uid ?? item.id)) ?? [];
    return digits === undefined ? -1 : Math.floor(Number(digits) / 3);
  }
  const value = item[name] ?? null;
  if (first === undefined) return value ?? '\uffff';
  const place = first.indexOf(String(value));
  return place === -1 ? first.length : place;
}

function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [String(one), String(other)];
  const areNumbers = /^\d+$/.test(left) && /^\d+$/.test(right);
  if (areNumbers && left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

test.each(short)('$url has an end and an order of its own', async (list) => {
  const { url, most, order, by = 'op', of, audit } = list;
  const before = await auditedAs(by);
  const reply = await get(url, by);
  expect(reply.statusCode).toBe(200);
  const all = of === undefined ? reply.json<Item[]>() : reply.json<Record<string, Item[]>>()[of];
  expect(all?.length).toBeLessThanOrEqual(most);
  if (order) {
    expect(all?.length).toBeGreaterThan(1);
    expect(all).toEqual(inOrder(all ?? [], order));
  }
  const added = (await auditedAs(by)).slice(0, -before.length || undefined);
  expect(added.map(({ action }) => action)).toEqual(audit === undefined ? [] : [audit]);
});

test.each([
  ['/api/users/donations', '-donatedAt appraisalId'],
  ['/api/users/applications', '-createdAt -appraisalId'],
  ['/api/users/my-pledges', '-pledgedAt id'],
  ['/api/users/receipts', '-issuedAt -number'],
])('%s of a person stands the newest first', async (url, order) => {
  const items = (await get(url, 'hanako')).json<Item[]>();
  expect(items.length).toBeGreaterThan(5);
  expect(items.map(keyOf)).toEqual(inOrder(items, order).map(keyOf));
});

test('a person’s donations as a file stand as in the history', async () => {
  const inFile = (await get('/api/users/donations.csv', 'hanako')).body.match(/TS-[\w-]+/g) ?? [];
  const shown = (await get('/api/users/donations?limit=100', 'hanako')).json<Item[]>();
  expect(inFile.slice(0, 100)).toEqual(shown.map(({ appraisalId }) => appraisalId));
});

test('beside a message stand the application that it names, then the newest, what else came last, what was said and who says it', async () => {
  const { rows } = await pool.query<{ appraisalId: string }>(`
    select appraisal_id as "appraisalId" from applications where email = 'hanako@tasuki.example' order by created_at desc, 1`);
  const [named, ...others] = rows.map(({ appraisalId }) => appraisalId).toReversed();
  await pool.query(`update contact_messages set appraisal_id = $1 where id = 'TC-60'`, [named]);
  await pool.query(
    `update listing_applications set email = 'hanako@tasuki.example' where id = 'TL-2'`,
  );
  await pool.query(`
    with entry as (insert into thread_entries (subject_type, subject_id, direction, body, created_at)
      select 'message', 'TC-60', 'in', n || 'つめ', timestamptz '2026-11-20' + n * interval '1 hour' from generate_series(1, 3) as n
      returning id)
    insert into thread_attachments (id, entry_id, name, content_type, byte_count)
      select id || name, id, name, 'application/pdf', 1 from entry, unnest(array['う.pdf', 'あ.pdf', 'い.pdf']) as name`);
  const thread = (await get('/api/office/threads/TC-60')).json<Record<string, Item[]>>();
  expect(thread.applications?.map(({ appraisalId }) => appraisalId)).toEqual([
    named,
    ...others.toReversed().slice(0, 4),
  ]);
  expect(thread.others?.map(({ id }) => id)).toEqual([
    ...['TC-1', 'TC-2', 'TL-2', 'TC-3', 'TC-4', 'TC-5', 'TC-6', 'TC-7', 'TC-8', 'TC-10'],
  ]);
  expect(thread.entries?.map(({ body }) => body)).toEqual(['1つめ', '2つめ', '3つめ']);
  for (const { attachments } of thread.entries ?? []) {
    expect((attachments as Item[]).map(({ name }) => name)).toEqual(['あ.pdf', 'い.pdf', 'う.pdf']);
  }
  for (const [name, order] of [
    ['colleagues', '-third uid'],
    ['templates', 'name id'],
  ] as const) {
    const items = thread[name] ?? [];
    expect(items.length).toBeGreaterThan(5);
    expect(items).toEqual(inOrder(items, order));
  }
});

test('words of thanks stand on the page the newest first', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from associate_thanks where associate_id = 'ao' order by published_at desc, id desc limit 100`,
  );
  const shown = await services.associates.thanks('ao');
  expect(shown?.articles.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('public pledges stand the newest first; the last page has what is left, and none comes after it', async () => {
  const page = (number: number) => services.pledges.page(number, 'ao');
  const first = await page(1);
  expect(first?.pageCount).toBe(6);
  const { rows } = await pool.query<{ id: string }>(
    'select id from pledges order by pledged_at desc, id limit 24',
  );
  expect(first?.items.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect((await page(6))?.items).toHaveLength(count - 5 * 24);
  expect(await page(7)).toBeUndefined();
});

/** Lists of givers and copies ask for a purpose and the second factor: src/giving/giver-lists/giver-lists.server.test.ts. */
const namesDonors = /\/(?:giver-years|givers|receipt-copy-years|receipt-copies)$/;

test('no list is left out', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  type Operation = {
    parameters?: { name: string }[];
    responses: Record<string, { content?: Record<string, { schema?: { type?: string } }> }>;
  };
  const found = Object.entries<{ get?: Operation }>(document.paths).flatMap(
    ([path, { get: one }]) =>
      (path.startsWith('/api/office/') || path.startsWith('/api/staff/')) &&
      one?.responses['200']?.content?.['application/json']?.schema?.type === 'array'
        ? [{ path, isPaged: one.parameters?.some(({ name }) => name === 'cursor') ?? false }]
        : [],
  );
  const isOf = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return ({ url }: { url: string }) => pattern.test(url.split('?')[0] ?? '');
  };
  const missing = found
    .filter(({ path }) => !namesDonors.test(path))
    .filter(({ path, isPaged }) => !(isPaged ? paged : short).some(isOf(path)));
  expect(missing).toEqual([]);
});
