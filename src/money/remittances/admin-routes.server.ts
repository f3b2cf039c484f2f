import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { BookMonth } from '#money/books/book-month.ts';
import { askForRun } from './approve-run.server.ts';
import { changeTransferDay, dropRun, takeOut } from './change-run.server.ts';
import { confirmByHand } from './confirm.server.ts';
import { nextRun } from './next-run.server.ts';
import { prepareRun } from './prepare-run.server.ts';
import { carriedList, itemList, remittanceList, runList } from './remittance-list.server.ts';
import { readRemittance, runDetail, thenRemittance, thenRun } from './remittances.server.ts';
import { noteReturn, unconfirm } from './return.server.ts';
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
} from './run.ts';
import { sendRun, unsendRun } from './send-run.server.ts';
import { makeFile, readFile } from './transfer-files.server.ts';
import { changeSettings, transferSettings } from './transfer-settings.server.ts';

const tags = ['送金'];
const runId = z.string().regex(/^[\w-]{1,64}$/, '送金の指定が正しくありません。');
const id = z.string().regex(/^[\w:-]{1,150}$/, '送金の指定が正しくありません。');
const oneRun = { params: { runId }, out: RunDetail, tags } as const;
const oneRemittance = { params: { id }, out: Remittance, tags } as const;
/** What a large month's run takes at most. */
const longMs = 60_000;
const reads = { allow: 'money.read', longMs } as const;
const manages = { allow: 'remittances.manage', longMs } as const;
const guarded = { ...manages, needs: 'second-factor-shown' } as const;
const StoredSettings = z.strictObject({
  consignorCode: z.string(),
  consignorName: z.string(),
  layout: TransferSettings.shape.layout,
  lineEnds: TransferSettings.shape.lineEnds,
  transferKind: TransferSettings.shape.transferKind,
  version: z.number(),
});
const ChangedSettings = z.strictObject({ ...TransferSettings.shape, version: z.int().min(1) });
const yen = (amount: number) => String(amount);

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

const lists = [
  ...listDoors(
    '/api/office/remittance-runs',
    {
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
    },
    audited(runList),
  ),
  ...listDoors(
    '/api/office/remittance-runs/:runId/remittances',
    {
      params: { runId },
      allow: 'money.read',
      tags,
      summary: '送金に含まれる団体（50件ずつ）',
      query: { state: z.optional(RemittanceState) },
      item: Remittance,
      columns: remittanceColumns,
      fileName: 'remittances-of-run',
    },
    audited(remittanceList),
  ),
  ...listDoors(
    '/api/office/remittance-runs/:runId/carried',
    {
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
    },
    audited(carriedList),
  ),
  ...listDoors(
    '/api/office/remittances',
    {
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
    },
    audited(remittanceList),
  ),
  ...listDoors(
    '/api/office/remittances/:remittanceId/items',
    {
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
    },
    audited(itemList),
  ),
] as const;

/** Runs of remittances, each organisation's part of them, and how files for the bank are written. */
export const remittanceDoors = [
  ...lists,
  door(
    'GET /api/office/remittance-runs/next',
    {
      ...reads,
      query: { periodTo: z.optional(serviceDay()), transferOn: z.optional(serviceDay()) },
      out: NextRun,
      tags,
      summary: '次の送金の見込み',
    },
    ({ db, clock }, { query }) => nextRun(db, clock(), query),
  ),
  door(
    'GET /api/office/remittance-runs/:runId',
    { ...reads, ...oneRun, summary: '送金の内容' },
    (ctx, { params }) => runDetail(ctx, params.runId),
  ),
  door(
    'GET /api/office/remittances/:id',
    { ...reads, ...oneRemittance, summary: '一つの団体への送金' },
    (ctx, { params }) => readRemittance(ctx, params.id),
  ),
  door(
    'POST /api/office/remittance-runs',
    {
      ...manages,
      isRepeatable: true,
      body: PrepareRequest,
      out: RunDetail,
      tags,
      summary: '送金を準備する（afterは見ていた最新の送金）',
    },
    (ctx, { person, body, key }) => prepareRun(ctx, person, body, key),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/take-out',
    { ...manages, ...oneRun, body: TakeOutRequest, summary: '一つの団体を次回に回す' },
    thenRun(takeOut),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/transfer-day',
    { ...manages, ...oneRun, body: TransferDayRequest, summary: '振込指定日を変える' },
    thenRun(changeTransferDay),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/drop',
    { ...manages, ...oneRun, body: RunReason, summary: '銀行に渡す前の送金を取りやめる' },
    thenRun(dropRun),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/ask',
    { ...manages, ...oneRun, body: AskRunRequest, summary: 'もう一人の承認を依頼する' },
    thenRun(askForRun),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/files',
    {
      ...guarded,
      ...oneRun,
      body: MakeFileRequest,
      summary: '総合振込のファイルを作る（二つめは、替わるものと理由を添える）',
    },
    thenRun(makeFile),
  ),
  door(
    'GET /api/office/remittance-runs/:runId/files/:fileId',
    {
      ...guarded,
      notes: { kind: 'export', what: 'remittances' },
      params: { runId, fileId: runId },
      out: saved('application/octet-stream', '全銀協規定フォーマット'),
      tags,
      summary: '総合振込のファイル（書き出しは記録される）',
    },
    (ctx, { person, params }) => readFile(ctx, person, params.runId, params.fileId),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/sent',
    { ...manages, ...oneRun, body: SentRequest, summary: 'ファイルを銀行に渡したことを記録する' },
    thenRun(sendRun),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/unsend',
    { ...manages, ...oneRun, body: RunReason, summary: '銀行に渡した記録を取り消す' },
    thenRun(unsendRun),
  ),
  door(
    'POST /api/office/remittance-runs/:runId/confirm',
    {
      ...manages,
      ...oneRun,
      body: ConfirmRequest,
      summary: '着金を記録する（全部か、選んだ団体）',
    },
    thenRun(confirmByHand),
  ),
  door(
    'POST /api/office/remittances/:id/return',
    { ...manages, ...oneRemittance, body: ReturnRequest, summary: '組戻しを記録する' },
    thenRemittance(noteReturn),
  ),
  door(
    'POST /api/office/remittances/:id/unconfirm',
    { ...manages, ...oneRemittance, body: RunReason, summary: '着金の記録を取り消す' },
    thenRemittance(unconfirm),
  ),
  door(
    'GET /api/office/money-settings',
    { ...reads, out: StoredSettings, tags, summary: '振込の設定' },
    ({ db }) => transferSettings(db),
  ),
  door(
    'PUT /api/office/money-settings',
    {
      ...guarded,
      body: ChangedSettings,
      out: StoredSettings,
      tags,
      summary: '振込の設定を変える（versionは見ていた版）',
    },
    (ctx, { person, body }) => changeSettings(ctx, person, body),
  ),
] as const;
