import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import type { Services } from '#start/services.server.ts';
import { Donation, DonationHistoryEntry } from './donation.ts';

const limitMessage = '件数は1から100までの数字で指定してください。';
const Selection = z.strictObject({
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(100, limitMessage)
    .optional(),
  cursor: z.optional(AppraisalId),
});

const yearMessage = '年は、2017から2099までの4桁の数字で指定してください。';
const OfYear = z.strictObject({
  year: z
    .string()
    .regex(/^20\d\d$/, yearMessage)
    .refine((year) => year >= '2017', yearMessage)
    .optional(),
});

/** A donor's history of donations. */
export function donationRoutes(app: App, { donations }: Pick<Services, 'donations'>) {
  app.get(
    '/api/users/donations',
    {
      config: { allow: 'signed-in' },
      schema: {
        querystring: Selection,
        response: { 200: z.array(Donation) },
        tags: ['donations'],
        summary: '自分の寄付の履歴（新しい順。cursorは最後に見た寄付の申込番号）',
      },
    },
    async (request, reply) => {
      const history = await donations.history(personOf(request), request.query);
      return reply.header('x-total-count', String(history.total)).send(history.donations);
    },
  );
  app.get(
    '/api/users/donations/:donationId',
    {
      config: { allow: 'signed-in' },
      schema: {
        params: z.strictObject({ donationId: z.string().max(100) }),
        response: { 200: z.union([DonationHistoryEntry, z.strictObject({})]) },
        tags: ['donations'],
        summary: '自分の寄付1件（番号に合う寄付がなければ、空のオブジェクト）',
      },
    },
    (request) => donations.entry(personOf(request), request.params.donationId),
  );
  app.get(
    '/api/users/donations.csv',
    {
      config: { allow: 'signed-in', notes: { kind: 'export', what: 'history' } },
      schema: {
        querystring: OfYear,
        response: { 200: z.any().describe('CSV') },
        produces: ['text/csv'],
        tags: ['donations'],
        summary: '自分の寄付の履歴のCSV（新しい順。yearを指定すると、その年だけ）',
      },
    },
    async (request, reply) => {
      const { year } = request.query;
      const { fileName, parts } = donations.historyFile(personOf(request), year);
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8; header=present',
          // The second name is for browsers that support RFC 8187, the first for the rest.
          'content-disposition': `attachment; filename="donations-${year ?? 'all'}.csv"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
          'cache-control': 'no-store',
        })
        .send(await fileStream(parts));
    },
  );
}
