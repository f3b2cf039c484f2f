import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { demandedVersion, etagOf } from '#kit/http/versions.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { methodLabel } from '#warehouse/identity-checks/methods.ts';
import {
  DealerEntry,
  EntryCorrection,
  entryNumberPattern,
  entryWayLabels,
} from './dealer-entry.ts';
import { KeptLedgerSettings, LedgerSettings } from './ledger-settings.ts';

const tags = ['古物台帳'];
const number = z.string().regex(entryNumberPattern, '台帳の番号が正しくありません。');
const One = z.strictObject({ number });
const days = { from: z.optional(serviceDay()), to: z.optional(serviceDay()) };
const day = (text: string | null) => (text ? formatDate(text) : '');

/** The dealer's ledger of purchases: its list, prints, corrections, and settings. */
export function dealerLedgerRoutes(app: App, { ledger }: Pick<Services, 'ledger'>) {
  listRoutes(app, {
    path: '/api/office/dealer-ledger',
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
    ...ledger.entryList,
  });
  app.get(
    '/api/office/dealer-ledger.pdf',
    {
      config: { allow: 'dealer-ledger.read', notes: { kind: 'export', what: 'dealer-ledger' } },
      handlerTimeout: 90_000,
      schema: {
        querystring: z.strictObject(days),
        response: { 200: z.any().describe('PDF') },
        produces: ['application/pdf'],
        tags,
        summary: '古物台帳の印刷用PDF（A4横。番号の順。印刷は記録される）',
      },
    },
    async (request, reply) =>
      reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="dealer-ledger.pdf"',
          'cache-control': 'no-store',
        })
        .send(await ledger.print(personOf(request), request.query)),
  );
  app.get(
    '/api/office/dealer-ledger/:number',
    {
      config: { allow: 'dealer-ledger.read' },
      schema: { params: One, response: { 200: DealerEntry }, tags, summary: '古物台帳の1行' },
    },
    async (request) => {
      const entry = await ledger.entry(personOf(request), request.params.number);
      if (!entry) throw notFound('番号の台帳の行');
      return entry;
    },
  );
  app.post(
    '/api/office/dealer-ledger/:number/correct',
    {
      config: { allow: 'dealer-ledger.correct' },
      schema: {
        params: One,
        body: EntryCorrection,
        response: { 200: DealerEntry },
        tags,
        summary: '理由をつけて訂正する（もとの行は残り、新しい行が加わる）',
      },
    },
    (request) => ledger.correctEntry(personOf(request), request.params.number, request.body),
  );
  app.get(
    '/api/office/settings/dealer-ledger',
    {
      config: { allow: 'settings.read' },
      schema: {
        response: { 200: KeptLedgerSettings },
        tags,
        summary: '古物台帳の設定（ETagが版）',
      },
    },
    async (_request, reply) => {
      const kept = await ledger.settings();
      return reply.header('etag', etagOf(kept.version)).send(kept);
    },
  );
  app.post(
    '/api/office/settings/dealer-ledger',
    {
      config: { allow: 'settings.change' },
      schema: {
        body: LedgerSettings,
        response: { 200: KeptLedgerSettings },
        tags,
        summary: '古物台帳の設定を変える（見た版をIf-Matchで指定する）',
      },
    },
    async (request, reply) => {
      const version = demandedVersion(request.headers['if-match']);
      const kept = await ledger.changeSettings(personOf(request), request.body, version);
      return reply.header('etag', etagOf(kept.version)).send(kept);
    },
  );
}
