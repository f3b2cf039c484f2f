import { z } from 'zod';
import { BookMonth } from '#domain/books/book-month.ts';
import {
  AskRunRequest,
  Carried,
  ConfirmRequest,
  carriedReasons,
  MakeFileRequest,
  NextRun,
  owedItemLabels,
  PrepareRequest,
  Remittance,
  RemittanceItem,
  RemittanceState,
  ReturnRequest,
  Run,
  RunDetail,
  RunReason,
  remittanceStateLabels,
  runStateLabels,
  SentRequest,
  TakeOutRequest,
  TransferDayRequest,
  TransferSettings,
} from '#domain/remittances/run.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { type App, personOf } from '#server/http/app.ts';
import { IdempotencyKey } from '#server/http/idempotency-key.ts';
import { listRoutes } from '#server/http/paging.ts';
import type { Services } from '#server/services.ts';

const tags = ['送金'];
const runId = z.string().regex(/^[\w-]{1,64}$/, '送金の指定が正しくありません。');
const id = z.string().regex(/^[\w:-]{1,150}$/, '送金の指定が正しくありません。');
const OneRun = z.strictObject({ runId });
const OneFile = z.strictObject({ runId, fileId: runId });
const OneRemittance = z.strictObject({ id });
const reading = { config: { allow: 'money.read' } } as const;
const managing = { config: { allow: 'remittances.manage' }, handlerTimeout: 60_000 } as const;
const guarded = {
  config: { allow: 'remittances.manage', needs: 'second-factor-shown' },
  handlerTimeout: 60_000,
} as const;
const runs = '/api/office/remittance-runs';
const whole = '/api/office/remittances';
const StoredSettings = z.strictObject({
  consignorCode: z.string(),
  consignorName: z.string(),
  layout: TransferSettings.shape.layout,
  lineEnds: TransferSettings.shape.lineEnds,
  transferKind: TransferSettings.shape.transferKind,
  version: z.number(),
});
const ChangedSettings = z.strictObject({ ...TransferSettings.shape, version: z.int().min(1) });

type Remittances = Services['remittances'];
const yen = (amount: number) => String(amount);

/** Runs of remittances, each organisation's part of them, and how files for the bank are written. */
export function adminRemittanceRoutes(app: App, { remittances }: Pick<Services, 'remittances'>) {
  readingRoutes(app, remittances);
  listsOf(app, remittances);
  changingRoutes(app, remittances);
  bankRoutes(app, remittances);
}

const remittanceColumns = [
  ['送金', ({ runNumber }: Remittance) => runNumber],
  ['団体ID', ({ associateId }: Remittance) => associateId],
  ['団体', ({ targetName }: Remittance) => targetName],
  ['状態', ({ state }: Remittance) => remittanceStateLabels[state]],
  ['繰越・再送金', ({ openingYen }: Remittance) => yen(openingYen)],
  ['寄付の件数', ({ giftCount }: Remittance) => String(giftCount)],
  ['寄付', ({ giftYen }: Remittance) => yen(giftYen)],
  ['事務手数料', ({ feeYen }: Remittance) => yen(feeYen)],
  ['送料・作業費', ({ handlingYen }: Remittance) => yen(handlingYen)],
  ['訂正', ({ correctionYen }: Remittance) => yen(correctionYen)],
  ['基金からの支払い', ({ payoutYen }: Remittance) => yen(payoutYen)],
  ['送金額', ({ amountYen }: Remittance) => yen(amountYen)],
  ['明細書番号', ({ statementNumber }: Remittance) => statementNumber],
  ['着金日', ({ receivedOn }: Remittance) => receivedOn ?? ''],
  ['組戻しの日', ({ returnedOn }: Remittance) => returnedOn ?? ''],
  ['理由', ({ reason }: Remittance) => reason],
] as const;

function readingRoutes(app: App, remittances: Remittances) {
  app.get(
    `${runs}/next`,
    {
      ...reading,
      schema: {
        querystring: z.strictObject({
          periodTo: z.optional(serviceDay()),
          transferOn: z.optional(serviceDay()),
        }),
        response: { 200: NextRun },
        tags,
        summary: '次の送金の見込み',
      },
      handlerTimeout: 30_000,
    },
    (request) => remittances.next(request.query),
  );
  app.get(
    `${runs}/:runId`,
    {
      ...reading,
      schema: { params: OneRun, response: { 200: RunDetail }, tags, summary: '送金の内容' },
    },
    (request) => remittances.run(request.params.runId),
  );
  app.get(
    `${whole}/:id`,
    {
      ...reading,
      schema: {
        params: OneRemittance,
        response: { 200: Remittance },
        tags,
        summary: '一つの団体への送金',
      },
    },
    (request) => remittances.one(request.params.id),
  );
}

function listsOf(app: App, remittances: Remittances) {
  listRoutes(app, {
    path: runs,
    allow: 'money.read',
    tags,
    summary: '送金の一覧（新しい順、20件ずつ）',
    query: {},
    item: Run,
    columns: [
      ['番号', ({ number }) => number],
      ['対象期間の始まり', ({ periodFrom }) => periodFrom],
      ['対象期間の終わり', ({ periodTo }) => periodTo],
      ['振込指定日', ({ transferOn }) => transferOn],
      ['状態', ({ state }) => runStateLabels[state]],
      ['団体の数', (run) => String(run.remittances)],
      ['送金額', ({ amountYen }) => yen(amountYen)],
      ['着金した団体', ({ confirmed }) => String(confirmed)],
      ['着金した額', ({ confirmedYen }) => yen(confirmedYen)],
      ['組戻しの団体', ({ returned }) => String(returned)],
      ['組戻しの額', ({ returnedYen }) => yen(returnedYen)],
    ],
    fileName: 'remittance-runs',
    ...remittances.runList,
  });
  listRoutes(app, {
    path: `${runs}/:runId/remittances`,
    params: { runId },
    allow: 'money.read',
    tags,
    summary: '送金に含まれる団体（50件ずつ）',
    query: { state: z.optional(RemittanceState) },
    item: Remittance,
    columns: remittanceColumns,
    fileName: 'remittances-of-run',
    ...remittances.remittanceList,
  });
  listRoutes(app, {
    path: `${runs}/:runId/carried`,
    params: { runId },
    allow: 'money.read',
    tags,
    summary: '次回に繰り越す団体（50件ずつ）',
    query: {},
    item: Carried,
    columns: [
      ['団体ID', ({ associateId }) => associateId],
      ['団体', ({ targetName }) => targetName],
      ['繰り越す額', ({ amountYen }) => yen(amountYen)],
      ['理由', ({ reason }) => carriedReasons[reason]],
    ],
    fileName: 'carried-over',
    ...remittances.carriedList,
  });
  listRoutes(app, {
    path: whole,
    allow: 'money.read',
    tags,
    summary:
      '団体への送金の一覧（新しい順、50件ずつ。arrivedFromとarrivedToは、着金を帳簿に付けた月）',
    query: {
      state: z.optional(RemittanceState),
      associateId: z.optional(z.string().max(100)),
      arrivedFrom: z.optional(BookMonth),
      arrivedTo: z.optional(BookMonth),
    },
    item: Remittance,
    columns: remittanceColumns,
    fileName: 'remittances',
    ...remittances.remittanceList,
  });
  listRoutes(app, {
    path: `${whole}/:remittanceId/items`,
    params: { remittanceId: id },
    allow: 'money.read',
    tags,
    summary: '送金の内訳（50件ずつ）',
    query: {},
    item: RemittanceItem,
    columns: [
      ['日付', ({ day }) => day],
      ['内容', ({ kind }) => owedItemLabels[kind]],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['備考', ({ note }) => note],
      ['寄付金額', ({ giftYen }) => yen(giftYen)],
      ['事務手数料', ({ feeYen }) => yen(feeYen)],
      ['送料・作業費', ({ handlingYen }) => yen(handlingYen)],
      ['お支払い額', ({ amountYen }) => yen(amountYen)],
    ],
    fileName: 'remittance-items',
    ...remittances.itemList,
  });
}

function changingRoutes(app: App, remittances: Remittances) {
  app.post(
    runs,
    {
      ...managing,
      schema: {
        headers: IdempotencyKey,
        body: PrepareRequest,
        response: { 200: RunDetail },
        tags,
        summary: '送金を準備する（afterは見ていた最新の送金）',
      },
    },
    (request) =>
      remittances.prepare(personOf(request), request.body, request.headers['idempotency-key']),
  );
  app.post(
    `${runs}/:runId/take-out`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: TakeOutRequest,
        response: { 200: RunDetail },
        tags,
        summary: '一つの団体を次回に回す',
      },
    },
    (request) => remittances.takeOut(personOf(request), request.params.runId, request.body),
  );
  app.post(
    `${runs}/:runId/transfer-day`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: TransferDayRequest,
        response: { 200: RunDetail },
        tags,
        summary: '振込指定日を変える',
      },
    },
    (request) =>
      remittances.changeTransferDay(personOf(request), request.params.runId, request.body),
  );
  app.post(
    `${runs}/:runId/drop`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: RunReason,
        response: { 200: RunDetail },
        tags,
        summary: '銀行に渡す前の送金を取りやめる',
      },
    },
    (request) => remittances.drop(personOf(request), request.params.runId, request.body),
  );
  app.post(
    `${runs}/:runId/ask`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: AskRunRequest,
        response: { 200: RunDetail },
        tags,
        summary: 'もう一人の承認を依頼する',
      },
    },
    (request) => remittances.askForRun(personOf(request), request.params.runId, request.body),
  );
}

function bankRoutes(app: App, remittances: Remittances) {
  app.post(
    `${runs}/:runId/files`,
    {
      ...guarded,
      schema: {
        params: OneRun,
        body: MakeFileRequest,
        response: { 200: RunDetail },
        tags,
        summary: '総合振込のファイルを作る（二つめは、替わるものと理由を添える）',
      },
    },
    (request) => remittances.makeFile(personOf(request), request.params.runId, request.body),
  );
  app.get(
    `${runs}/:runId/files/:fileId`,
    {
      config: {
        ...guarded.config,
        notes: { kind: 'export', what: 'remittances' },
      },
      schema: {
        params: OneFile,
        response: { 200: z.any().describe('全銀協規定フォーマット') },
        produces: ['application/octet-stream'],
        tags,
        summary: '総合振込のファイル（書き出しは記録される）',
      },
      handlerTimeout: 30_000,
    },
    async (request, reply) => {
      const { runId, fileId } = request.params;
      const { fileName, bytes } = await remittances.file(personOf(request), runId, fileId);
      return reply
        .headers({
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${fileName}"`,
          'cache-control': 'no-store',
        })
        .send(Buffer.from(bytes));
    },
  );
  app.post(
    `${runs}/:runId/sent`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: SentRequest,
        response: { 200: RunDetail },
        tags,
        summary: 'ファイルを銀行に渡したことを記録する',
      },
    },
    (request) => remittances.sent(personOf(request), request.params.runId, request.body),
  );
  app.post(
    `${runs}/:runId/unsend`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: RunReason,
        response: { 200: RunDetail },
        tags,
        summary: '銀行に渡した記録を取り消す',
      },
    },
    (request) => remittances.unsend(personOf(request), request.params.runId, request.body),
  );
  app.post(
    `${runs}/:runId/confirm`,
    {
      ...managing,
      schema: {
        params: OneRun,
        body: ConfirmRequest,
        response: { 200: RunDetail },
        tags,
        summary: '着金を記録する（全部か、選んだ団体）',
      },
    },
    (request) => remittances.confirm(personOf(request), request.params.runId, request.body),
  );
  app.post(
    `${whole}/:id/return`,
    {
      ...managing,
      schema: {
        params: OneRemittance,
        body: ReturnRequest,
        response: { 200: Remittance },
        tags,
        summary: '組戻しを記録する',
      },
    },
    (request) => remittances.returned(personOf(request), request.params.id, request.body),
  );
  app.post(
    `${whole}/:id/unconfirm`,
    {
      ...managing,
      schema: {
        params: OneRemittance,
        body: RunReason,
        response: { 200: Remittance },
        tags,
        summary: '着金の記録を取り消す',
      },
    },
    (request) => remittances.unconfirm(personOf(request), request.params.id, request.body),
  );
  app.get(
    '/api/office/money-settings',
    {
      ...reading,
      schema: { response: { 200: StoredSettings }, tags, summary: '振込の設定' },
    },
    () => remittances.settings(),
  );
  app.put(
    '/api/office/money-settings',
    {
      ...guarded,
      schema: {
        body: ChangedSettings,
        response: { 200: StoredSettings },
        tags,
        summary: '振込の設定を変える（versionは見ていた版）',
      },
    },
    (request) => remittances.changeSettings(personOf(request), request.body),
  );
}
