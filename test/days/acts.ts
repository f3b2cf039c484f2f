import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { addDays, toTimestamp } from '#kit/values/timestamp.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { completeForLedger } from '#test/factories/dealer-ledger.ts';
import { numberOf, resultFile, resultLine } from '#test/factories/donating.ts';
import { bankStatement } from '#test/factories/money/bank-statement.ts';
import { receiptDonor } from '#test/factories/receipts.ts';
import { fileForm } from '#test/factories/upload-results.ts';
import { emptyItem } from '#warehouse/appraisals/draft-item.ts';
import { room } from './boundary-rows.ts';
import { runFurtherActions } from './further-acts.ts';
import { donor, type House, today } from './reads.ts';

type Answers = [name: string, answer: string][];
const { owner, operator, accountant, warehouse } = sampleUids;

/** A working day with every kind of action; returns each response by the name of its action. */
export async function runWorkingDay(house: House): Promise<Answers> {
  const { app, db, clock, services } = house;
  const answers: Answers = [];
  const note = (name: string, reply: LightMyRequestResponse) => {
    answers.push([
      name,
      `${reply.statusCode} ${reply.headers['content-disposition'] ?? ''} ${reply.body}`,
    ]);
    return reply;
  };
  const get = async (uid: string, url: string) =>
    app.inject({ url, headers: await house.headersOf(uid) });
  const post = async (uid: string, url: string, payload: object | Buffer = {}, headers = {}) => {
    clock.now = new Date(clock.now.getTime() + 1_000);
    const personHeaders = { ...(await house.headersOf(uid)), 'idempotency-key': randomUUID() };
    return note(
      url,
      await app.inject({ method: 'POST', url, headers: { ...personHeaders, ...headers }, payload }),
    );
  };
  const read = async (uid: string, url: string) => note(url, await get(uid, url));
  const admin = (uid: string, url: string, payload?: object | Buffer, headers?: object) =>
    post(uid, `/api/office/${url}`, payload, headers);
  const upload = (url: string, content: string) => {
    const form = fileForm([{ name: 'file', fileName: '表.csv', content }]);
    return admin(accountant, url, form.payload, form.headers);
  };
  const approve = async (kind: string) => {
    const waiting = (await get(owner, '/api/office/approvals?state=waiting')).json<
      { id: string; kind: string }[]
    >();
    for (const { id } of waiting.filter((one) => one.kind === kind)) {
      const { digest } = (await get(owner, `/api/office/approvals/${id}`)).json();
      await admin(owner, `approvals/${id}/decide`, { digest, outcome: 'approve', note: '' });
    }
  };
  const day = (days: number) => addDays(today, days).replaceAll('-', '/');

  // Applicants, and the days that can be wished.
  const wish = (deliveryDate: string) =>
    applyBody({
      uid: donor,
      application: { associateId: room, deliveryDate },
      applicant: { email: 'donor@mihon.example' },
    });
  await post(donor, '/api/applications/pickup', {
    appraisalId: numberOf(60),
    version: 0,
    pickup: { day: addDays(today, 3), slot: '14', boxes: 1 },
  });
  await post(donor, '/api/applications/pickup', {
    appraisalId: numberOf(61),
    version: 0,
    pickup: { day: addDays(today, 1), slot: '14', boxes: 1 },
  });
  const person = {
    name: 'はなこ',
    text: 'よろしくお願いします。',
    gender: 'female',
    snsAccounts: { instagram: '', facebook: '', twitter: '' },
  };
  await post(donor, '/api/users/profile', { ...person, birth: addDays(today, -1) });

  // The warehouse.
  const kits = (await get(warehouse, '/api/office/kits/today')).json();
  const batch = (await admin(warehouse, 'kits/batches', { after: kits.latestBatchId })).json();
  await admin(warehouse, 'kits/batches', { after: kits.latestBatchId });
  const review = (await get(warehouse, `/api/office/kits/batches/${batch.id}/review`)).json();
  await admin(
    warehouse,
    `kits/batches/${batch.id}/mark`,
    { seen: review.seen, choices: [] },
    { 'if-match': `"${batch.version}"` },
  );
  const scan = { id: randomUUID(), scannedAt: toTimestamp(clock.now) };
  await admin(warehouse, 'intake/scans', {
    scans: [
      { ...scan, code: numberOf(60) },
      { ...scan, id: randomUUID(), code: numberOf(1) },
    ],
  });
  const exception = {
    kind: 'no-number',
    appraisalId: '',
    place: '棚A-3',
    reason: '送り状なし',
    imageIds: [],
    ownerUid: operator,
    dueOn: addDays(today, -1),
    ending: '',
    endingNote: '',
  };
  await admin(warehouse, 'intake/exceptions', { scanId: null, exception });
  await admin(warehouse, 'intake/exceptions', {
    scanId: null,
    exception: { ...exception, dueOn: today },
  });
  await admin(
    warehouse,
    `appraisals/${numberOf(4)}/items/item-0001`,
    {
      boxNumber: 1,
      content: {
        ...emptyItem,
        category: 'outerwear',
        condition: 'good',
        amountYen: 1_200,
        destination: 'sold',
      },
      imageIds: [],
    },
    { 'if-match': '"0"' },
  );
  const draftOf = async () =>
    (await get(warehouse, `/api/office/appraisals/${numberOf(4)}`)).json();
  for (const [uid, step, body] of [
    [warehouse, 'finish-box', { boxNumber: 1, isFinished: true }],
    [warehouse, 'ask-review', { note: '', overrideReason: '' }],
    [operator, 'confirm', {}],
  ] as const) {
    await admin(uid, `appraisals/${numberOf(4)}/${step}`, body, {
      'if-match': `"${(await draftOf()).version}"`,
    });
  }

  for (const days of [1, 2, 3, 4, 13, 14, 15, 16]) {
    const { appraisalId } = (
      await post(donor, '/api/appraisal/apply', wish(addDays(today, days)))
    ).json();
    if (appraisalId) house.drawn.push(appraisalId);
  }

  // Results: of tomorrow, of today, released at once and later.
  const of = { receivedOn: day(0), appraisedOn: day(0), associate: room };
  const results = (url: string, ...lines: string[]) =>
    post(operator, url, { csv: resultFile(...lines), overrideReason: '確かめました' });
  await results(
    '/api/csv/appraisal-result?dryRun=true',
    resultLine(1, { ...of, receivedOn: day(1) }),
    resultLine(2, { ...of, receivedOn: day(-10) }),
  );
  await results(
    '/api/csv/appraisal-result?release=now',
    resultLine(1, { ...of, appraised: 4_321 }),
    resultLine(5, { ...of, associate: '', appraised: 18_000 }),
    resultLine(6, { ...of, associate: '', appraised: 12_000 }),
  );
  const waits = (
    await post(operator, '/api/csv/appraisal-result', {
      csv: resultFile(resultLine(2, { ...of, appraised: 999 }), resultLine(3, of)),
    })
  ).json();
  await admin(operator, `results/batches/${waits.batchId}/schedule`, {
    version: 1,
    releaseDueAt: toTimestamp(new Date(`${addDays(today, 1)}T09:00:00+09:00`)),
  });
  const version = async (id: string) =>
    (await get(operator, `/api/office/applications/${id}`)).json().version;
  await completeForLedger(db, numberOf(6));
  await admin(
    operator,
    `identity/${numberOf(6)}/approve`,
    {},
    { 'if-match': `"${await version(numberOf(6))}"` },
  );
  await post(operator, '/api/office/dealer-ledger/search', {});

  await admin(operator, `results/${numberOf(1)}/correct`, {
    outcome: 'completed',
    itemCount: 3,
    pricedCount: 2,
    appraisedYen: 4_000,
    bonusYen: 0,
    note: '',
    version: await version(numberOf(1)),
    reason: '写し間違い',
  });
  await upload(
    'sales/import',
    `申込番号,売却日,売却額,残り,メモ\r\n${numberOf(1)},${day(1)},900,なし,\r\n`,
  );
  await upload(
    'sales/import',
    `申込番号,売却日,売却額,残り,メモ\r\n${numberOf(1)},${day(0)},900,なし,\r\n`,
  );
  const { balanceYen } = (await get(owner, '/api/office/funds/animal')).json();
  await admin(owner, 'funds/animal/payouts', {
    associateId: room,
    amountYen: 700,
    balanceSeenYen: balanceYen,
    reason: '保護している猫の医療費にあてるため。',
  });
  const terms = (await get(owner, '/api/office/fund-terms')).json();
  await admin(owner, 'fund-terms', {
    feePercent: '3',
    handlingYen: 0,
    startsOn: addDays(today, -1),
    reason: '見直し',
    after: terms[0]?.id ?? 'of-today',
  });
  await admin(owner, 'fund-terms', {
    feePercent: '3',
    handlingYen: 0,
    startsOn: today,
    reason: '見直し',
    after: terms[0]?.id ?? 'of-today',
  });
  // Last month's run is confirmed, one of its remittances is returned, and the month is closed.
  const sent = 'sample-run-2024-12';
  const run = async (id = sent) =>
    (await get(accountant, `/api/office/remittance-runs/${id}`)).json().run;
  const remittances = async () =>
    (await get(accountant, `/api/office/remittance-runs/${sent}/remittances`)).json();
  await admin(accountant, `remittance-runs/${sent}/ask`, {
    version: (await run()).version,
    reason: '',
  });
  await approve('remittance-run');
  await admin(accountant, `remittance-runs/${sent}/files`, {
    version: (await run()).version,
    replaces: null,
    reason: '',
  });
  const { files } = (await get(accountant, `/api/office/remittance-runs/${sent}`)).json();
  await admin(accountant, `remittance-runs/${sent}/sent`, {
    version: (await run()).version,
    fileId: files[0]?.id,
  });
  // Pretends that the transfer day has come.
  await house.db.execute(
    sql`update remittance_runs set transfer_on = ${today}::date where id = ${sent}`,
  );
  const [back] = await remittances();
  for (const receivedOn of [addDays(today, 1), today]) {
    await admin(accountant, `remittance-runs/${sent}/confirm`, {
      which: 'all',
      receivedOn,
      version: (await run()).version,
    });
  }
  for (const returnedOn of [addDays(today, 1), today]) {
    const { version: seen } = (await get(accountant, `/api/office/remittances/${back.id}`)).json();
    await admin(accountant, `remittances/${back.id}/return`, {
      returnedOn,
      reason: '口座なし',
      version: seen,
    });
  }
  for (const month of ['2024-12', '2025-01']) {
    const { digest, held = [] } = (
      await get(accountant, `/api/office/month-close/${month}/checks`)
    ).json();
    const explanations = held.map(({ appraisalId }: { appraisalId: string }) => ({
      appraisalId,
      text: '確かめています。',
    }));
    await admin(accountant, `month-close/${month}/ask`, { digest, explanations });
    await approve('month-close');
  }
  const statement = await bankStatement({
    lines: [`${day(1)},"1,000",,振込 アス,1`, `${day(0)},"1,000",,振込 キヨウ,1`],
  });
  await admin(accountant, 'bank-answers?dryRun=true', statement.payload, statement.headers);
  const next = (await get(accountant, '/api/office/remittance-runs/next')).json();
  const made = (
    await admin(accountant, 'remittance-runs', {
      periodTo: today,
      transferOn: next.transferOn,
      after: next.latestRunId,
    })
  ).json();
  if (made.run) {
    await admin(accountant, `remittance-runs/${made.run.id}/ask`, {
      version: made.run.version,
      reason: '',
    });
    await get(accountant, `/api/office/remittance-runs/${made.run.id}`);
  }
  for (const software of ['yayoi', 'general']) {
    await read(accountant, `/api/office/journals.csv?software=${software}&from=2024-12&to=2025-01`);
  }
  await read(accountant, `/api/office/ledger/export.jsonl?from=${today}&to=${today}`);

  // Papers, and publications by organisations and the operator.
  for (const year of [2024, 2025])
    await post(donor, '/api/users/receipts', {
      ...{ kind: 'year', year, associateId: room, donor: receiptDonor },
    });
  const zip = await post(donor, '/api/users/export', {});
  answers.splice(-1, 1, ['export', `${zip.headers['content-disposition']}`]);
  await runFurtherActions({ house, get, post, admin, note, version, batchId: batch.id });
  await services.retention.sweep();
  return answers;
}
