import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { door, saved } from '#kit/http/door.server.ts';
import { cursor, paged } from '#kit/http/paging.server.ts';
import { doubleReceipts, voidDouble } from './doubles.server.ts';
import { issueReceipt, reissueReceipt } from './issuing.server.ts';
import {
  Receipt,
  ReceiptCheck,
  ReceiptGroup,
  ReceiptRequest,
  ReceiptVerdict,
  ReissueRequest,
} from './receipt.ts';
import { ReceiptDouble, VoidReceipt } from './receipt-double.ts';
import {
  drawPaper,
  ownPaper,
  ownReceipts,
  possibleReceipts,
  verifyReceipt,
} from './receipts.server.ts';

const tags = ['受領証明書'];
const own = { allow: 'signed-in', tags } as const;
const params = { number: z.string().max(20) };

/** Receipts: a donor's own, their public verification, and pairs over one gift, which an operator decides. */
export const receiptDoors = [
  door(
    'GET /api/users/receipts',
    { ...own, out: z.array(Receipt), summary: '自分の受領証明書（新しい順）' },
    (ctx, { person }) => ownReceipts(ctx, person),
  ),
  door(
    'GET /api/users/receipts/possible',
    {
      ...own,
      out: z.array(ReceiptGroup),
      summary: '年と寄付先ごとの、発行できる受領証明書と、できない理由',
    },
    (ctx, { person }) => possibleReceipts(ctx, person),
  ),
  door(
    'POST /api/users/receipts',
    {
      ...own,
      body: ReceiptRequest,
      out: Receipt,
      summary:
        '受領証明書を発行する（発行済みなら同じものを返す。同じ寄付の有効な証明書は、番号を挙げたものだけ、替わって無効になる）',
    },
    (ctx, { person, body }) => issueReceipt(ctx, person, body),
  ),
  door(
    'POST /api/users/receipts/:number/reissue',
    {
      ...own,
      params,
      body: ReissueRequest,
      out: Receipt,
      summary:
        '受領証明書を再発行する（もとの番号を記す。お名前・ご住所を添えると、その訂正になる）',
    },
    (ctx, { person, params: { number }, body }) => reissueReceipt(ctx, person, number, body),
  ),
  door(
    'GET /api/users/receipts/:number/pdf',
    { ...own, params, out: saved('application/pdf', 'PDF'), summary: '自分の受領証明書のPDF' },
    async (ctx, { person, params: { number } }) => {
      const paper = await ownPaper(ctx, person, number);
      if (!paper) throw notFound('受領証明書');
      return { fileName: `receipt-${paper.number}.pdf`, bytes: await drawPaper(ctx, paper) };
    },
  ),
  door(
    'POST /api/receipts/verify',
    {
      allow: 'anyone',
      body: ReceiptCheck,
      out: ReceiptVerdict,
      tags,
      summary: '受領証明書の番号と確認コードを確かめる（個人情報は含みません）',
    },
    (ctx, { body, request }) => verifyReceipt(ctx, request.address, body),
  ),
  door(
    'GET /api/office/receipt-doubles',
    {
      allow: 'donors.read',
      query: { cursor },
      out: z.array(ReceiptDouble),
      tags: ['運営'],
      summary: '同じ寄付に重ねて発行され、どちらも有効な受領証明書（番号順、20組ずつ）',
    },
    async (ctx, { query, reply }) => paged(reply, await doubleReceipts(ctx, query.cursor)),
  ),
  door(
    'POST /api/office/receipts/:number/void',
    {
      allow: 'donors.change',
      params,
      body: VoidReceipt,
      out: z.strictObject({}),
      tags: ['運営'],
      summary: '重ねて発行された受領証明書の一方を、理由をつけて無効にする',
    },
    async (ctx, { person, params: { number }, body }) => {
      await voidDouble(ctx, person, number, body.reason);
      return {};
    },
  ),
] as const;
