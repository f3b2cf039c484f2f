import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import { StaffAssociate, StaffDonation } from '#domain/staff/staff-associate.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

const tags = ['団体の担当者'];
const noPage = 'ページ番号は1以上の数字で指定してください。';
const Selection = z.strictObject({
  page: z.coerce.number(noPage).int(noPage).min(1, noPage).max(100_000, noPage).default(1),
  receiptOnly: z.enum(['true', 'false']).default('false'),
});

/** The read-only room of an organisation's staff. */
export function staffRoutes(app: App, { staff }: Pick<Services, 'staff'>) {
  app.get(
    '/api/staff/associates',
    {
      config: { allow: 'staff' },
      schema: {
        response: { 200: z.array(StaffAssociate) },
        tags,
        summary: '担当している団体と、その寄付の集計',
      },
    },
    (request) => staff.associates(personOf(request)),
  );
  app.get(
    '/api/staff/associates/:associateId/donations',
    {
      config: { allow: 'staff' },
      schema: {
        params: z.strictObject({ associateId: z.string().max(100) }),
        querystring: Selection,
        response: { 200: z.array(StaffDonation) },
        tags,
        summary: '団体への寄付（新しい順、50件ずつ。個人情報は含みません）',
      },
    },
    async (request, reply) => {
      const { page, receiptOnly } = request.query;
      const found = await staff.donations(personOf(request), request.params.associateId, {
        page,
        receiptOnly: receiptOnly === 'true',
      });
      if (!found) throw refuse('NotFound', 'お探しの寄付の一覧は見つかりませんでした。');
      return reply.header('x-total-count', String(found.total)).send(found.donations);
    },
  );
}
