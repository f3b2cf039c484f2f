import { z } from 'zod';
import { AppraisalId } from '#domain/appraisal-number.ts';
import { Donation } from '#domain/donation.ts';
import { type App, personOf } from '#server/app.ts';
import type { Services } from '#server/services.ts';

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
}
