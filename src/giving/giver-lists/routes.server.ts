import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { cursor, pageHeaders } from '#kit/http/paging.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { Period } from '#money/statements/period.ts';
import { demandMember, type Intent } from '#organisations/room/memberships.server.ts';
import { Giver, GiverYear, GivingPurpose, giverGroundLabels } from './giver-list.ts';
import {
  copyPage,
  copyRows,
  copyYears,
  type DrawnPart,
  giverPage,
  giverRows,
  giverYears,
  printCopies,
  printGivers,
} from './giver-lists.server.ts';
import { CopyBasis, CopyYear, copyStateLabels, ReceiptCopy } from './receipt-copy.ts';

const tags = ['寄附者名簿と受領証明書の控え'];
const params = { associateId: z.string().max(100) };
const yearMessage = '年は4桁の数字で指定してください。';
const year = z.coerce
  .number(yearMessage)
  .int(yearMessage)
  .min(2017, yearMessage)
  .max(2099, yearMessage);
const giverQuery = { period: Period, purpose: GivingPurpose };
const copyQuery = { year, basis: CopyBasis, purpose: GivingPurpose };
/** Names require a recently shown second factor. */
const names = { needs: 'second-factor-shown', isSlow: true, params, tags } as const;
const drawn = { ...names, longMs: 120_000, out: saved('application/pdf', 'PDF') } as const;

const day = (text: string) => (text === '' ? '' : formatDate(text));

/** Access by an organisation's staff, of whom only editors read names, or by operators. */
type Access = {
  base: `/api/${'staff' | 'office'}/associates/:associateId`;
  allow: 'associate-room.enter' | 'receipts.issue';
  demand: (person: Person, associateId: string, intent: Intent) => void;
};

const giverDoors = ({ base, allow, demand }: Access) =>
  [
    door(
      `GET ${base}/giver-years`,
      {
        allow,
        isSlow: true,
        params,
        out: z.array(GiverYear),
        tags,
        summary:
          '寄附者名簿を作る事業年度と、氏名のある寄付・ない寄付の合計（個人情報は含みません）',
      },
      (ctx, { person, params: { associateId } }) => {
        demand(person, associateId, 'read');
        return giverYears(ctx, associateId);
      },
    ),
    ...listDoors(
      `${base}/givers`,
      {
        ...names,
        allow,
        summary: '寄附者名簿（受領日の順、50件ずつ。目的とともに記録される）',
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
      },
      (ctx) => ({
        async page(person, selection, position) {
          demand(person, selection.associateId, 'change');
          return giverPage(ctx, person, selection, position);
        },
        async rows(person, selection, encoding) {
          demand(person, selection.associateId, 'change');
          return giverRows(ctx, person, selection, encoding);
        },
      }),
    ),
    door(
      `GET ${base}/givers.pdf`,
      {
        ...drawn,
        allow,
        notes: { kind: 'export', what: 'giver-list' },
        query: { ...giverQuery, cursor },
        summary: '寄附者名簿のPDF（続きはx-next-cursor。記録される）',
      },
      async (ctx, { person, params: { associateId }, query, reply }) => {
        const { cursor: position, ...asked } = query;
        demand(person, associateId, 'change');
        const part = await printGivers(ctx, person, { associateId, ...asked }, position);
        return partOf(reply, 'giver-list.pdf', part);
      },
    ),
  ] as const;

const copyDoors = ({ base, allow, demand }: Access) =>
  [
    door(
      `GET ${base}/receipt-copy-years`,
      {
        allow,
        isSlow: true,
        params,
        query: { basis: CopyBasis },
        out: z.array(CopyYear),
        tags,
        summary: '団体の名義で発行した受領証明書の、年ごとの件数と有効なものの合計',
      },
      (ctx, { person, params: { associateId }, query }) => {
        demand(person, associateId, 'read');
        return copyYears(ctx, associateId, query.basis);
      },
    ),
    ...listDoors(
      `${base}/receipt-copies`,
      {
        ...names,
        allow,
        summary:
          '団体の名義で発行した受領証明書の控え（番号の順、50件ずつ。目的とともに記録される）',
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
          ['有効な額（円）', (copy) => (copy.state === 'valid' ? String(copy.amountYen) : '0')],
          ['無効・差し替えの日', ({ endedOn }) => day(endedOn)],
          ['理由', ({ reason }) => reason],
          ['差し替え後の番号', ({ replacedBy }) => replacedBy],
        ],
        fileName: 'receipt-copies',
      },
      (ctx) => ({
        async page(person, selection, position) {
          demand(person, selection.associateId, 'change');
          return copyPage(ctx, person, selection, position);
        },
        async rows(person, selection, encoding) {
          demand(person, selection.associateId, 'change');
          return copyRows(ctx, person, selection, encoding);
        },
      }),
    ),
    door(
      `GET ${base}/receipt-copies.pdf`,
      {
        ...drawn,
        allow,
        notes: { kind: 'export', what: 'receipt-copies' },
        query: { ...copyQuery, cursor },
        summary: '受領証明書の控えのPDF（続きはx-next-cursor。記録される）',
      },
      async (ctx, { person, params: { associateId }, query, reply }) => {
        const { cursor: position, ...asked } = query;
        demand(person, associateId, 'change');
        const part = await printCopies(ctx, person, { associateId, ...asked }, position);
        return partOf(reply, 'receipt-copies.pdf', part);
      },
    ),
  ] as const;

function partOf(reply: FastifyReply, fileName: string, { pdf, next }: DrawnPart) {
  pageHeaders(reply, { next, previous: undefined });
  return { fileName, bytes: pdf };
}

const room: Access = {
  base: '/api/staff/associates/:associateId',
  allow: 'associate-room.enter',
  demand: demandMember,
};
const office: Access = {
  base: '/api/office/associates/:associateId',
  allow: 'receipts.issue',
  demand: () => undefined,
};

/** 寄附者名簿 and copies of receipts, for an organisation's editors and for operators. */
export const giverListDoors = [
  ...giverDoors(room),
  ...giverDoors(office),
  ...copyDoors(room),
  ...copyDoors(office),
] as const;
