import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  Receipt,
  ReceiptCheck,
  ReceiptGroup,
  ReceiptRequest,
  ReceiptVerdict,
  ReissueRequest,
} from './receipt.ts';

const tags = ['受領証明書'];
const signedIn = { allow: 'signed-in' } as const;
const OfNumber = z.strictObject({ number: z.string().max(20) });

/** Routes of the signed-in donor's receipts, and of their public verification. */
export function receiptRoutes(app: App, { receipts }: Pick<Services, 'receipts'>) {
  app.get(
    '/api/users/receipts',
    {
      config: signedIn,
      schema: {
        response: { 200: z.array(Receipt) },
        tags,
        summary: '自分の受領証明書（新しい順）',
      },
    },
    (request) => receipts.list(personOf(request)),
  );
  app.get(
    '/api/users/receipts/possible',
    {
      config: signedIn,
      schema: {
        response: { 200: z.array(ReceiptGroup) },
        tags,
        summary: '年と寄付先ごとの、発行できる受領証明書と、できない理由',
      },
    },
    (request) => receipts.possible(personOf(request)),
  );
  app.post(
    '/api/users/receipts',
    {
      config: signedIn,
      schema: {
        body: ReceiptRequest,
        response: { 200: Receipt },
        tags,
        summary:
          '受領証明書を発行する（発行済みなら同じものを返す。同じ寄付の有効な証明書は、番号を挙げたものだけ、替わって無効になる）',
      },
    },
    (request) => receipts.issue(personOf(request), request.body),
  );
  app.post(
    '/api/users/receipts/:number/reissue',
    {
      config: signedIn,
      schema: {
        params: OfNumber,
        body: ReissueRequest,
        response: { 200: Receipt },
        tags,
        summary:
          '受領証明書を再発行する（もとの番号を記す。お名前・ご住所を添えると、その訂正になる）',
      },
    },
    (request) => receipts.reissue(personOf(request), request.params.number, request.body),
  );
  app.get(
    '/api/users/receipts/:number/pdf',
    {
      config: signedIn,
      schema: {
        params: OfNumber,
        response: { 200: z.any().describe('PDF') },
        produces: ['application/pdf'],
        tags,
        summary: '自分の受領証明書のPDF',
      },
    },
    async (request, reply) => {
      const paper = await receipts.paper(personOf(request), request.params.number);
      if (!paper) throw notFound('受領証明書');
      const pdf = await receipts.draw(paper);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="receipt-${paper.number}.pdf"`,
          'cache-control': 'no-store',
        })
        .send(pdf);
    },
  );
  app.post(
    '/api/receipts/verify',
    {
      config: { allow: 'anyone' },
      schema: {
        body: ReceiptCheck,
        response: { 200: ReceiptVerdict },
        tags,
        summary: '受領証明書の番号と確認コードを確かめる（個人情報は含みません）',
      },
    },
    (request) => receipts.verify(request.address, request.body),
  );
}
