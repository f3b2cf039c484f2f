import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { cursor, pageHeaders } from '#kit/http/paging.server.ts';
import type { Services } from '#start/services.server.ts';
import { ReceiptDouble, VoidReceipt } from './receipt-double.ts';

const tags = ['運営'];

/** Routes of pairs of valid receipts over the same gift, for the operator to decide. */
export function receiptAdminRoutes(app: App, { receiptDoubles }: Pick<Services, 'receiptDoubles'>) {
  app.get(
    '/api/office/receipt-doubles',
    {
      config: { allow: 'donors.read' },
      schema: {
        querystring: z.strictObject({ cursor }),
        response: { 200: z.array(ReceiptDouble) },
        tags,
        summary: '同じ寄付に重ねて発行され、どちらも有効な受領証明書（番号順、20組ずつ）',
      },
    },
    async (request, reply) => {
      const page = await receiptDoubles.list(request.query.cursor);
      return pageHeaders(reply, page).send(page.items);
    },
  );
  app.post(
    '/api/office/receipts/:number/void',
    {
      config: { allow: 'donors.change' },
      schema: {
        params: z.strictObject({ number: z.string().max(20) }),
        body: VoidReceipt,
        response: { 200: z.strictObject({}) },
        tags,
        summary: '重ねて発行された受領証明書の一方を、理由をつけて無効にする',
      },
    },
    async (request) => {
      await receiptDoubles.voidPaper(personOf(request), request.params.number, request.body.reason);
      return {};
    },
  );
}
