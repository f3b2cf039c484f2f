import { sql } from 'drizzle-orm';
import { loadSample } from '#start/sample/load-sample.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { multipart } from '#test/factories/multipart.ts';
import { pictureForm, picturesForm, smallPicture } from '#test/factories/pictures.ts';
import { certify, insertDonation } from '#test/factories/receipts.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { insertReport, insertWholePerson } from '#test/factories/whole-person.ts';
import { signedIn } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';

type Headers = Record<string, string>;

/**
 * A database with rows in every list of people with a role: a small sample with its money, two
 * donors with rows in every table, and records created through the API. Returns an owner, an editor
 * of `ao`, and an id for each route parameter.
 */
export async function filledHouse(house: TestApp) {
  const { app, db, clock, files } = house;
  const size = { seed: 7, associates: 12, donors: 30, donations: 120 };
  await loadSample({ db, clock: () => clock.now, files }, size);
  await insertAssociate(db, 'ao');
  const taro = await insertWholePerson(db, 'taro', 10);
  await insertWholePerson(db, 'jiro', 20);
  await insertReport(db, 'jiro', 'pledge-of-taro');
  const signIn = signedIn(house);
  const owner = await signIn('owner-of-all', 'owner');
  const staff = await signIn('editor', 'staff');
  const hanako = await signIn('hanako');
  const one = async (query: string) =>
    String(Object.values((await db.execute(sql.raw(query))).rows[0] ?? {})[0]);
  const run = await one('select run_id from transfer_files order by 1 desc limit 1');
  const remittance = await one(
    'select max(id) from remittances where statement_number is not null',
  );
  const paidTo = await one(`select associate_id from remittances where id = '${remittance}'`);
  await db.execute(sql`
    insert into staff_memberships (uid, associate_id, role, created_at)
    values ('editor', 'ao', 'editor', now()), ('editor', ${paidTo}, 'editor', now())`);
  // These columns accept certain values only, not marks.
  await db.execute(sql`update contact_messages set kind = 'other'`);
  await db.execute(sql`update identity_papers set kind = 'driving-licence'`);
  await db.execute(sql`alter table dealer_entries disable trigger user`);
  await db.execute(
    sql`update dealer_entries set number = '2026-000001' where party_name like '%taro%'`,
  );
  await db.execute(sql`alter table dealer_entries enable trigger user`);
  await db.execute(sql`
    insert into bank_answers (id, file_name, file_hash, row_count, uploaded_by, created_at)
    values ('answer', '明細.csv', 'hash', 0, 'owner-of-all', now())`);
  await db.execute(sql`
    insert into second_factor_resets (id, uid, asked_by, reason, asked_at)
    values ('reset', ${taro.uid}, 'owner-of-all', '端末をなくされたため', ${clock.now.toISOString()})`);
  await db.execute(sql`
    insert into associate_activities (id, associate_id, title, body, published_at)
    values ('activity', 'ao', '題', '本文', now())`);
  await db.execute(sql`
    insert into use_reports (id, associate_id, edition, period_from, period_to, title, body, yen, gifts, published_at)
    values ('report', 'ao', 1, '2026-07-01', '2026-07-31', '題', '本文', 1, 1, now())`);

  async function send(url: string, payload: object | Buffer, headers: Headers = owner) {
    const reply = await app.inject({ method: 'POST', url, payload, headers });
    if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.body}`);
    return reply.json();
  }
  const picture = await smallPicture('jpeg', { width: 1_200, height: 900 });
  const upload = async (url: string) => {
    const form = pictureForm(picture);
    return (await send(url, form.payload, { ...owner, ...form.headers })).imageId as string;
  };

  const [bought, waits, comes, leaves] = [900, 901, 902, 903];
  await insertApplications(db, [
    application(bought, { kind: 'fund', uid: 'hanako' }),
    application(waits),
    application(comes),
    application(leaves, { state: 'applied' }),
  ]);
  const line = resultLine(bought, { associate: '', appraised: 12_000 });
  await uploadResults(house, owner, resultFile(line));
  await uploadResults(house, owner, resultFile(resultLine(waits)), { waits: true });
  const kinds = ['driving-licence', 'utility-receipt'].map((kind) => ({ kind, files: 1 }));
  const papers = { appraisalId: numberOf(bought), papers: kinds };
  const form = picturesForm('papers', papers, [picture, picture]);
  await send('/api/applications/identity-papers', form.payload, { ...hanako, ...form.headers });
  const message = await send(
    '/api/contact',
    {
      ...{ name: '髙橋 花子', email: 'guest@example.jp', kind: 'other', appraisalId: '' },
      message: '箱が届きません。',
    },
    {},
  );
  const answer = await multipart('reply', { body: '発送しました。' }, [
    { name: '送り状.txt', bytes: 'あ' },
  ]);
  const thread = await app.inject({ url: `/api/office/threads/${message.id}`, headers: owner });
  const seen = { 'if-match': String(thread.headers.etag) };
  await send(`/api/office/threads/${message.id}/reply`, answer.payload, {
    ...owner,
    ...answer.headers,
    ...seen,
  });
  const { latestBatchId: after } = (
    await app.inject({ url: '/api/office/kits/today', headers: owner })
  ).json();
  const batch = await send('/api/office/kits/batches', { after });
  const template = await send('/api/office/reply-templates', { name: '定型', body: '本文' });
  const exception = await send('/api/office/intake/exceptions', {
    scanId: null,
    exception: {
      ...{
        kind: 'no-number',
        appraisalId: '',
        place: '棚A-3',
        reason: 'はがれています',
        imageIds: [],
      },
      ...{ ownerUid: 'owner-of-all', dueOn: '2026-11-23', ending: '', endingNote: '' },
    },
  });

  await insertAssociate(db, 'certified');
  await certify(db, 'certified', '2022-01-01', '2031-12-31');
  const gift = { n: 904, uid: 'hanako', yen: 3_000, on: '2025-05-01', associateId: 'certified' };
  const certified = await insertDonation(db, gift);
  const issued = await send(`/api/office/applications/${certified}/receipt`, {
    ...{ kind: 'donation', reason: 'お電話でのご依頼' },
  });
  await db.execute(sql`
    insert into receipt_runs (id, year, replaces_singles, state, sender, started_by, started_at, finished_at)
    values ('receipt-run', 2025, false, 'done', '{"name":"見本","address":""}', 'owner-of-all', now(), now())`);
  await db.execute(sql`
    insert into receipt_run_rows (run_id, position, donor, appraisal_id, delivery, outcome, receipt_number)
    values ('receipt-run', 1, 1, ${certified}, 'post', 'issued', ${issued.number})`);

  return {
    owner,
    staff,
    send,
    ids: {
      ...{
        appraisalId: taro.direct,
        donorId: taro.uid,
        associateId: 'ao',
        socialChallengeId: 'animal',
      },
      ...{
        runId: run,
        remittanceId: remittance,
        answerId: 'answer',
        number: '1',
        period: '2026-01_2026-12',
      },
      ...{ code: 'owed:associate', software: 'yayoi' },
      fileId: await one(`select id from transfer_files where run_id = '${run}'`),
      postingId: await one('select max(posting_id) from ledger_lines'),
      month: await one(`select to_char(max(month), 'YYYY-MM') from closed_months`),
      paper: await one(
        `select id from identity_papers where appraisal_id = '${numberOf(bought)}' limit 1`,
      ),
      attachment: await one(`select id from thread_attachments where name = '送り状.txt'`),
      waiting: await one(
        `select id from waiting_results where appraisal_id = '${numberOf(waits)}'`,
      ),
      waitingBatch: await one(
        `select batch_id from waiting_results where appraisal_id = '${numberOf(waits)}'`,
      ),
      mail: await one(`select min(id) from outbox_mails where recipient like 'taro%'`),
      campaign: await one(`select year || ':' || token from campaigns limit 1`),
      arrived: numberOf(comes),
      message: message.id as string,
      kits: batch.id as string,
      template: template.id as string,
      exception: exception.id as string,
      approval: await one(`select min(id) from approvals where state = 'waiting'`),
      ...{ batch: 'batch-of-taro', entry: '2026-000001', bought: numberOf(bought) },
      campaignPicture: await upload(`/api/upload/image/campaigns?kind=campaign-cover`),
      exceptionPicture: await upload('/api/upload/image/exceptions?kind=box-exception'),
      ...{ key: 'ao', paidTo, receipt: issued.number as string, receiptRun: 'receipt-run' },
    },
  };
}
