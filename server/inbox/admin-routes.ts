import { z } from 'zod';
import { AdminContactMessage } from '#domain/inbox/contact-message.ts';
import { InboxCounts } from '#domain/inbox/inbox.ts';
import { AdminListing, ListingState, ListingStep } from '#domain/inbox/listing-application.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

const page = z.coerce
  .number('ページは数字で指定してください。')
  .int('ページは数字で指定してください。')
  .min(1, 'ページは1から指定してください。')
  .max(100_000, 'ページの指定が大きすぎます。')
  .default(1);
const MessageSelection = z.strictObject({
  state: z.enum(['open', 'answered'], '絞り込みの指定が正しくありません。').optional(),
  page,
});
const ListingSelection = z.strictObject({ state: z.optional(ListingState), page });
const OneOf = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '受付番号が正しくありません。'),
});
const Mark = z.strictObject({ isAnswered: z.boolean() });

const operator = { config: { allow: 'operator' } } as const;
const tags = ['運営'];

/** The operator's lists of what was written, and what they do about it. */
export function adminInboxRoutes(app: App, { inbox }: Pick<Services, 'inbox'>) {
  app.get(
    '/api/office/inbox',
    {
      ...operator,
      schema: {
        response: { 200: InboxCounts },
        tags,
        summary: '未対応のお問い合わせと通報、新着の掲載申請の件数',
      },
    },
    () => inbox.inboxCounts(),
  );
  app.get(
    '/api/office/messages',
    {
      ...operator,
      schema: {
        querystring: MessageSelection,
        response: { 200: z.array(AdminContactMessage) },
        tags,
        summary: 'お問い合わせの一覧（未対応が先。20件ずつ、件数はx-total-count）',
      },
    },
    async (request, reply) => {
      const listed = await inbox.listMessages(personOf(request), request.query);
      return reply.header('x-total-count', String(listed.total)).send(listed.messages);
    },
  );
  app.post(
    '/api/office/messages/:id',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: Mark,
        response: { 200: AdminContactMessage },
        tags,
        summary: 'お問い合わせを対応済みにする、または未対応に戻す',
      },
    },
    (request) => inbox.markMessage(personOf(request), request.params.id, request.body.isAnswered),
  );
  app.get(
    '/api/office/listings',
    {
      ...operator,
      schema: {
        querystring: ListingSelection,
        response: { 200: z.array(AdminListing) },
        tags,
        summary: '団体掲載の申請の一覧（新着が先。20件ずつ、件数はx-total-count）',
      },
    },
    async (request, reply) => {
      const listed = await inbox.listListings(personOf(request), request.query);
      return reply.header('x-total-count', String(listed.total)).send(listed.listings);
    },
  );
  app.post(
    '/api/office/listings/:id',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: ListingStep,
        response: { 200: AdminListing },
        tags,
        summary: '掲載申請の状態を変える（fromは見ていた状態）',
      },
    },
    (request) => inbox.moveListing(personOf(request), request.params.id, request.body),
  );
}
