import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { cursor, listRoutes, pageHeaders } from '#kit/http/paging.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { Period } from '#money/statements/period.ts';
import { demandMember, type Intent } from '#organisations/room/memberships.server.ts';
import type { Services } from '#start/services.server.ts';
import { Giver, GiverYear, GivingPurpose, giverGroundLabels } from './giver-list.ts';
import type { DrawnPart } from './giver-lists.server.ts';
import { CopyBasis, CopyYear, copyStateLabels, ReceiptCopy } from './receipt-copy.ts';

const tags = ['寄附者名簿と受領証明書の控え'];
const room = { associateId: z.string().max(100) };
const yearMessage = '年は4桁の数字で指定してください。';
const year = z.coerce
  .number(yearMessage)
  .int(yearMessage)
  .min(2017, yearMessage)
  .max(2099, yearMessage);
const giverQuery = { period: Period, purpose: GivingPurpose };
const copyQuery = { year, basis: CopyBasis, purpose: GivingPurpose };
const needs = 'second-factor-shown' as const;

const day = (text: string) => (text === '' ? '' : formatDate(text));

type Lists = Services['giverLists'];
type Door = {
  base: string;
  allow: 'associate-room.enter' | 'receipts.issue';
  demand: (person: Person, associateId: string, intent: Intent) => void;
};

/** Access by the organisation's staff, of whom only editors read names, and by the operator. */
const doors: readonly Door[] = [
  {
    base: '/api/staff/associates/:associateId',
    allow: 'associate-room.enter',
    demand: demandMember,
  },
  { base: '/api/office/associates/:associateId', allow: 'receipts.issue', demand: () => undefined },
];

/** 寄附者名簿 and copies of receipts: names require a recently shown second factor. */
export function giverListRoutes(app: App, { giverLists }: Pick<Services, 'giverLists'>) {
  for (const door of doors) {
    giversOf(app, giverLists, door);
    copiesOf(app, giverLists, door);
  }
}

function giversOf(app: App, lists: Lists, { base, allow, demand }: Door) {
  app.get(
    `${base}/giver-years`,
    {
      config: { allow },
      schema: {
        params: z.strictObject(room),
        response: { 200: z.array(GiverYear) },
        tags,
        summary:
          '寄附者名簿を作る事業年度と、氏名のある寄付・ない寄付の合計（個人情報は含みません）',
      },
    },
    (request) => {
      demand(personOf(request), request.params.associateId, 'read');
      return lists.years(request.params.associateId);
    },
  );
  listRoutes(app, {
    path: `${base}/givers`,
    allow,
    needs,
    tags,
    summary: '寄附者名簿（受領日の順、50件ずつ。目的とともに記録される）',
    params: room,
    query: giverQuery,
    item: Giver,
    columns: [
      ['受領年月日', ({ receivedOn }) => day(receivedOn)],
      ['氏名（名称）', ({ name }) => name],
      ['住所', ({ address }) => address],
      ['寄附金の額（円）', ({ amountYen }) => String(amountYen)],
      ['寄付番号', ({ giftNumber }) => giftNumber],
      ['記載の理由', ({ ground }) => (ground === null ? '' : giverGroundLabels[ground])],
    ],
    fileName: 'giver-list',
    page: async (person, selection, position) => {
      demand(person, selection.associateId, 'change');
      return lists.giverPage(person, selection, position);
    },
    rows: async (person, selection, encoding) => {
      demand(person, selection.associateId, 'change');
      return lists.giverRows(person, selection, encoding);
    },
  });
  app.get(
    `${base}/givers.pdf`,
    pdfRoute(allow, 'giver-list', giverQuery, '寄附者名簿のPDF（続きはx-next-cursor。記録される）'),
    async (request, reply) => {
      const person = personOf(request);
      const { cursor: position, ...asked } = request.query;
      const { associateId } = request.params;
      demand(person, associateId, 'change');
      const drawn = await lists.printGivers(person, { associateId, ...asked }, position);
      return sendPdf(reply, 'giver-list.pdf', drawn);
    },
  );
}

function copiesOf(app: App, lists: Lists, { base, allow, demand }: Door) {
  app.get(
    `${base}/receipt-copy-years`,
    {
      config: { allow },
      schema: {
        params: z.strictObject(room),
        querystring: z.strictObject({ basis: CopyBasis }),
        response: { 200: z.array(CopyYear) },
        tags,
        summary: '団体の名義で発行した受領証明書の、年ごとの件数と有効なものの合計',
      },
    },
    (request) => {
      demand(personOf(request), request.params.associateId, 'read');
      return lists.copyYears(request.params.associateId, request.query.basis);
    },
  );
  listRoutes(app, {
    path: `${base}/receipt-copies`,
    allow,
    needs,
    tags,
    summary: '団体の名義で発行した受領証明書の控え（番号の順、50件ずつ。目的とともに記録される）',
    params: room,
    query: copyQuery,
    item: ReceiptCopy,
    columns: [
      ['証明書番号', ({ number }) => number],
      ['発行日', ({ issuedAt }) => formatDate(issuedAt)],
      ['種類', ({ kind }) => (kind === 'year' ? '1年分' : '1件')],
      ['寄付金が届いた年', (copy) => String(copy.year)],
      ['氏名', ({ donorName }) => donorName],
      ['住所', ({ donorAddress }) => donorAddress],
      ['寄付額（円）', ({ amountYen }) => String(amountYen)],
      ['状態', ({ state }) => copyStateLabels[state]],
      ['有効な額（円）', ({ state, amountYen }) => (state === 'valid' ? String(amountYen) : '0')],
      ['無効・差し替えの日', ({ endedOn }) => day(endedOn)],
      ['理由', ({ reason }) => reason],
      ['差し替え後の番号', ({ replacedBy }) => replacedBy],
    ],
    fileName: 'receipt-copies',
    page: async (person, selection, position) => {
      demand(person, selection.associateId, 'change');
      return lists.copyPage(person, selection, position);
    },
    rows: async (person, selection, encoding) => {
      demand(person, selection.associateId, 'change');
      return lists.copyRows(person, selection, encoding);
    },
  });
  app.get(
    `${base}/receipt-copies.pdf`,
    pdfRoute(
      allow,
      'receipt-copies',
      copyQuery,
      '受領証明書の控えのPDF（続きはx-next-cursor。記録される）',
    ),
    async (request, reply) => {
      const person = personOf(request);
      const { cursor: position, ...asked } = request.query;
      const { associateId } = request.params;
      demand(person, associateId, 'change');
      const drawn = await lists.printCopies(person, { associateId, ...asked }, position);
      return sendPdf(reply, 'receipt-copies.pdf', drawn);
    },
  );
}

const pdfRoute = <Query extends z.ZodRawShape>(
  allow: Door['allow'],
  what: 'giver-list' | 'receipt-copies',
  query: Query,
  summary: string,
) =>
  ({
    config: { allow, needs, notes: { kind: 'export', what } },
    handlerTimeout: 120_000,
    schema: {
      params: z.strictObject(room),
      querystring: z.strictObject({ ...query, cursor }),
      response: { 200: z.any().describe('PDF') },
      produces: ['application/pdf'],
      tags,
      summary,
    },
  }) as const;

const sendPdf = (reply: FastifyReply, fileName: string, { pdf, next }: DrawnPart) =>
  pageHeaders(reply, { next, previous: undefined })
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
    .send(pdf);
