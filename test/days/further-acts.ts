import type { LightMyRequestResponse } from 'fastify';
import { addDays } from '#kit/values/timestamp.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { numberOf } from '#test/factories/donating.ts';
import { room } from './boundary-rows.ts';
import { type House, today } from './reads.ts';

type Reply = Promise<LightMyRequestResponse>;
type Door = {
  house: House;
  get(uid: string, url: string): Reply;
  post(uid: string, url: string, payload?: object | Buffer, headers?: object): Reply;
  admin(uid: string, url: string, payload?: object | Buffer, headers?: object): Reply;
  note(name: string, reply: LightMyRequestResponse): unknown;
  version(appraisalId: string): Promise<number>;
  batchId: string;
};
const { owner, operator, staff, warehouse } = sampleUids;

/** The operator's edits, a colleague's later changes, and content effective from a day on. */
export async function runFurtherActions({
  house,
  get,
  post,
  admin,
  note,
  version,
  batchId,
}: Door): Promise<void> {
  const { services } = house;
  const goods = {
    kind: 'direct',
    associateId: room,
    frequency: 'once',
    products: ['clothes'],
    boxes: 1,
    needReceipt: true,
  };
  for (const days of [2, 3, 14, 15]) {
    const application = { ...goods, deliveryDate: addDays(today, days), deliverySlot: '14' };
    const edit = { reason: '電話で伺ったため', tellsDonor: true, application };
    await admin(operator, `applications/${numberOf(20 + 3)}`, edit, {
      'if-match': `"${await version(numberOf(23))}"`,
    });
  }
  const applications = [60, 21, 35].map((n) => ({ appraisalId: numberOf(n), version: 9 }));
  await admin(operator, 'applications/step', { applications, step: 'receive-goods' });
  note('kit file', await get(warehouse, `/api/office/kits/batches/${batchId}/file?layout=b2cloud`));
  note('kit file', await get(warehouse, `/api/office/kits/batches/${batchId}/file?layout=free`));

  // Corrects a line of the dealer's ledger and reverses its purchase; edits and releases a waiting result.
  const [line] = (await post(operator, '/api/office/dealer-ledger/search')).json();
  if (line) {
    const { number, tradedOn, kind, quantity, priceYen, partyName, partyAddress } = line;
    const {
      partyOccupation,
      partyAge,
      identityMethod,
      letterNumber,
      letterSentOn,
      letterDeliveredOn,
    } = line;
    const said = {
      tradedOn,
      kind,
      quantity,
      feature: '黒、カシミヤ',
      priceYen,
      partyName,
      partyAddress,
      partyOccupation,
      partyAge,
    };
    const checked = { identityMethod, letterNumber, letterSentOn, letterDeliveredOn };
    await admin(operator, `dealer-ledger/${number}/correct`, {
      ...said,
      ...checked,
      reason: '書き誤り',
    });
  }
  const bought = {
    outcome: 'completed',
    itemCount: 3,
    pricedCount: 2,
    appraisedYen: 11_000,
    bonusYen: 0,
    note: '',
  };
  await admin(operator, `results/${numberOf(6)}/correct`, {
    ...bought,
    version: await version(numberOf(6)),
    reason: '金額の写し間違い',
  });
  const batches = (await get(operator, '/api/office/results/batches')).json<
    { id: string; state: string; version: number }[]
  >();
  const waiting = batches.find(({ state }) => state === 'waiting');
  const rows = (await get(operator, `/api/office/results/batches/${waiting?.id}/waiting`)).json();
  for (const days of [1, 0]) {
    await post(operator, `/api/office/results/waiting/${rows[0]?.id}`, {
      ...bought,
      ...{
        receivedOn: addDays(today, days),
        appraisedOn: addDays(today, days),
        items: [],
        overrideReason: '確かめました',
      },
      version: rows[0]?.version,
    });
  }
  const { version: seen } = (
    await get(operator, `/api/office/results/batches/${waiting?.id}`)
  ).json();
  await admin(operator, `results/batches/${waiting?.id}/release`, { version: seen });

  // Imports organisations from a file, with agreements of today and tomorrow, and merges two.
  const cells = {
    団体の名称: '見本の会',
    種別: '認定NPO法人',
    状態: '公開',
    ひとことの紹介: '見本です。',
    社会課題: '動物',
    所在地: '東京都府中市見本町1',
    代表者: '髙橋 花子',
    手数料: '12.5',
  };
  for (const days of [0, 1]) {
    const row = {
      ...cells,
      団体ID: `imported-${days}`,
      契約の開始日: addDays(today, days).replaceAll('-', '/'),
    };
    await admin(operator, 'associates/import/check', { rows: [{ row: 2, cells: row }] });
  }
  const listed = (await get(operator, '/api/office/associates')).json<
    { id: string; name: string; state: string }[]
  >();
  const gone = listed.find(({ id, state }) => id !== room && state === 'published');
  await admin(owner, `associates/${gone?.id}/merge`, { into: room, confirmation: gone?.name });

  // Two messages of thanks: a donor who gets both is mailed about one today.
  for (const letter of ['simple', 'simple']) {
    const thanks = (
      await post(staff, `/api/staff/associates/${room}/thanks`, { template: letter })
    ).json();
    const words = {
      title: '{{お名前}}へ',
      body: '{{団体名}}です。',
      imageId: '',
      appraisalId: '',
      isStanding: false,
      isPublic: true,
    };
    const period = { scope: 'period', periodFrom: today, periodTo: today };
    await post(
      staff,
      `/api/staff/thanks/${room}:${thanks.id}/draft`,
      { content: { ...words, ...period } },
      { 'if-match': '*' },
    );
    await post(
      staff,
      `/api/staff/thanks/${room}:${thanks.id}/publish`,
      { note: '', holdsFrom: '' },
      { 'if-match': '*' },
    );
  }
  await services.thanksDelivery.deliverWaiting();
  const letter = {
    method: 'papers-and-letter',
    letterNumber: '3',
    deliveredOn: '',
    returnedOn: '',
  };
  for (const sentOn of [addDays(today, 1), today]) {
    const seen = (await get(operator, `/api/office/identity/${numberOf(5)}/review`)).json().version;
    await admin(
      operator,
      `identity/${numberOf(5)}/letter`,
      { ...letter, sentOn },
      { 'if-match': `"${seen}"` },
    );
  }
  for (const days of [-1, 0, 1]) {
    const path = '/api/office/settings/legal/privacy';
    await post(
      owner,
      `${path}/draft`,
      { content: { title: '方針', body: `# 方針\n\n版${days}` } },
      { 'if-match': '*' },
    );
    await post(
      owner,
      `${path}/publish`,
      { note: '', holdsFrom: addDays(today, days) },
      { 'if-match': '*' },
    );
  }
  const others = (await get(operator, '/api/office/associates')).json<
    { id: string; state: string }[]
  >();
  const other = others.findLast(({ id, state }) => id !== room && state === 'published');
  await admin(operator, `associates/${other?.id}/state`, {
    from: 'published',
    to: 'ended',
    endedOn: addDays(today, 1),
    note: '',
  });
  await admin(operator, `associates/${other?.id}/state`, {
    from: 'published',
    to: 'ended',
    endedOn: today,
    note: '',
  });
}
