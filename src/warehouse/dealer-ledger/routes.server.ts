import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { tagged } from '#kit/http/versions.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { methodLabel } from '#warehouse/identity-checks/methods.ts';
import {
  DealerEntry,
  EntryCorrection,
  entryNumberPattern,
  entryWayLabels,
} from './dealer-entry.ts';
import { correctEntry, entryDetail, entryList, printLedger } from './dealer-ledger.server.ts';
import { changeLedgerSettings, ledgerSettings } from './ledger-settings.server.ts';
import { KeptLedgerSettings, LedgerSettings } from './ledger-settings.ts';

const tags = ['古物台帳'];
const number = z.string().regex(entryNumberPattern, '台帳の番号が正しくありません。');
const one = { params: { number }, out: DealerEntry, tags } as const;
const days = { from: z.optional(serviceDay()), to: z.optional(serviceDay()) };
const day = (text: string | null) => (text ? formatDate(text) : '');

const list = listDoors(
  '/api/office/dealer-ledger',
  {
    allow: 'dealer-ledger.read',
    tags,
    summary: '古物台帳（新しい順。50行ずつ。閲覧は記録される）',
    query: {
      keyword,
      number: z.optional(number),
      application: z.optional(AppraisalId),
      ...days,
    },
    typed: ['keyword'],
    item: DealerEntry,
    columns: [
      ['番号', (entry) => entry.number],
      ['取引の日', ({ tradedOn }) => formatDate(tradedOn)],
      ['区分', ({ way }) => entryWayLabels[way]],
      ['品目', ({ kind }) => kind],
      ['数量', ({ quantity }) => String(quantity)],
      ['特徴', ({ feature }) => feature],
      ['代価（円）', ({ priceYen }) => String(priceYen)],
      ['氏名', ({ partyName }) => partyName],
      ['住所', ({ partyAddress }) => partyAddress],
      ['職業', ({ partyOccupation }) => partyOccupation],
      ['年齢', ({ partyAge }) => String(partyAge)],
      ['確認の方法', ({ identityMethod }) => methodLabel(identityMethod)],
      ['郵便の番号', ({ letterNumber }) => letterNumber],
      ['郵便の発送日', ({ letterSentOn }) => day(letterSentOn)],
      ['郵便の到達日', ({ letterDeliveredOn }) => day(letterDeliveredOn)],
      ['消費税', ({ taxNote }) => taxNote],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['明細の順', ({ itemPosition }) => String(itemPosition)],
      ['記入した人', ({ enteredBy }) => enteredBy],
      ['記入日時', ({ enteredAt }) => formatDateTime(enteredAt)],
      ['保存期限', ({ keptUntil }) => formatDate(keptUntil)],
      ['訂正した行', ({ corrects }) => corrects],
      ['訂正の理由', ({ correctionReason }) => correctionReason],
      ['訂正後の行', ({ correctedBy }) => correctedBy],
    ],
    fileName: 'dealer-ledger',
  },
  audited(entryList),
);

/** The dealer's ledger of purchases: its list, prints, corrections, and settings. */
export const dealerLedgerDoors = [
  ...list,
  door(
    'GET /api/office/dealer-ledger.pdf',
    {
      allow: 'dealer-ledger.read',
      notes: { kind: 'export', what: 'dealer-ledger' },
      longMs: 90_000,
      query: days,
      out: saved('application/pdf', 'PDF'),
      tags,
      summary: '古物台帳の印刷用PDF（A4横。番号の順。印刷は記録される）',
    },
    async (ctx, { person, query }) => ({
      fileName: 'dealer-ledger.pdf',
      bytes: await printLedger(ctx, person, query),
    }),
  ),
  door(
    'GET /api/office/dealer-ledger/:number',
    { ...one, allow: 'dealer-ledger.read', summary: '古物台帳の1行' },
    (ctx, { person, params }) => entryDetail(ctx, person, params.number),
  ),
  door(
    'POST /api/office/dealer-ledger/:number/correct',
    {
      ...one,
      allow: 'dealer-ledger.correct',
      body: EntryCorrection,
      summary: '理由をつけて訂正する（もとの行は残り、新しい行が加わる）',
    },
    (ctx, { person, params, body }) => correctEntry(ctx, person, params.number, body),
  ),
  door(
    'GET /api/office/settings/dealer-ledger',
    {
      allow: 'settings.read',
      out: KeptLedgerSettings,
      tags,
      summary: '古物台帳の設定（ETagが版）',
    },
    async (ctx, { reply }) => tagged(reply, await ledgerSettings(ctx)),
  ),
  door(
    'POST /api/office/settings/dealer-ledger',
    {
      allow: 'settings.change',
      ifMatch: 'needed',
      body: LedgerSettings,
      out: KeptLedgerSettings,
      tags,
      summary: '古物台帳の設定を変える（見た版をIf-Matchで指定する）',
    },
    async (ctx, { person, body, version, reply }) =>
      tagged(reply, await changeLedgerSettings(ctx, person, body, version)),
  ),
] as const;
