import { z } from 'zod';
import { decidedDayLabel } from '#giving/donations/two-days.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { StaffAssociate, StaffDonation } from './staff-associate.ts';

const tags = ['団体の担当者'];
/** Read-only routes of an organisation's staff. */
export function staffRoutes(app: App, { staff }: Pick<Services, 'staff'>) {
  app.get(
    '/api/staff/associates',
    {
      config: { allow: 'associate-room.enter' },
      schema: {
        response: { 200: z.array(StaffAssociate) },
        tags,
        summary: '担当している団体と、その寄付の集計',
      },
    },
    (request) => staff.associates(personOf(request)),
  );
  listRoutes(app, {
    path: '/api/staff/associates/:associateId/donations',
    allow: 'associate-room.enter',
    tags,
    summary: '団体への寄付（新しい順、50件ずつ。個人情報は含みません）',
    params: { associateId: z.string().max(100) },
    query: {
      receiptOnly: z
        .enum(['true', 'false'])
        .default('false')
        .transform((text) => text === 'true'),
    },
    item: StaffDonation,
    columns: [
      ['寄付番号', ({ giftNumber }) => giftNumber],
      [decidedDayLabel, ({ donatedAt }) => formatDate(donatedAt)],
      ['金額（円）', ({ amount }) => String(amount)],
      ['受領証明書', ({ needReceipt }) => (needReceipt ? '希望する' : '希望しない')],
      ['送金', ({ isRemitted }) => (isRemitted ? '送金済み' : 'これから')],
    ],
    fileName: 'donations',
    page: staff.donations,
    rows: staff.exportDonations,
    absent: 'お探しの寄付の一覧は見つかりませんでした。',
  });
}
