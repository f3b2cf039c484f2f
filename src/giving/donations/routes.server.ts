import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { door, saved } from '#kit/http/door.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import { Donation, DonationHistoryEntry } from './donation.ts';
import { historyFile, ownDonation, ownDonations } from './donations.server.ts';

const limitMessage = '件数は1から100までの数字で指定してください。';
const yearMessage = '年は、2017から2099までの4桁の数字で指定してください。';
const own = { allow: 'signed-in', tags: ['donations'] as string[] } as const;

/** A donor's history of donations. */
export const donationDoors = [
  door(
    'GET /api/users/donations',
    {
      ...own,
      query: {
        limit: z.coerce
          .number(limitMessage)
          .int(limitMessage)
          .min(1, limitMessage)
          .max(100, limitMessage)
          .optional(),
        cursor: z.optional(AppraisalId),
      },
      out: z.array(Donation),
      summary: '自分の寄付の履歴（新しい順。cursorは最後に見た寄付の申込番号）',
    },
    async (ctx, { person, query, reply }) => {
      const { donations, total } = await ownDonations(ctx, person, query);
      reply.header('x-total-count', String(total));
      return donations;
    },
  ),
  door(
    'GET /api/users/donations/:donationId',
    {
      ...own,
      params: { donationId: z.string().max(100) },
      out: z.union([DonationHistoryEntry, z.strictObject({})]),
      summary: '自分の寄付1件（番号に合う寄付がなければ、空のオブジェクト）',
    },
    (ctx, { person, params }) => ownDonation(ctx, person, params.donationId),
  ),
  door(
    'GET /api/users/donations.csv',
    {
      ...own,
      notes: { kind: 'export', what: 'history' },
      query: {
        year: z
          .string()
          .regex(/^20\d\d$/, yearMessage)
          .refine((year) => year >= '2017', yearMessage)
          .optional(),
      },
      out: saved('text/csv', 'CSV'),
      summary: '自分の寄付の履歴のCSV（新しい順。yearを指定すると、その年だけ）',
    },
    async (ctx, { person, query: { year } }) => {
      const { fileName, parts } = historyFile(ctx, person, year);
      return {
        fileName: `donations-${year ?? 'all'}.csv`,
        readableName: fileName,
        type: 'text/csv; charset=utf-8; header=present',
        bytes: await fileStream(parts),
      };
    },
  ),
] as const;
