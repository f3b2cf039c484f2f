import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { Services } from '#start/services.server.ts';
import { contactKindLabels } from './contact-message.ts';
import { InboxCounts, MessageCounts } from './inbox.ts';
import {
  AdminListing,
  ListingState,
  ListingStep,
  listingStateLabels,
} from './listing-application.ts';
import { ListedListing, ListedMessage } from './thread.ts';

const OneOf = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '受付番号が正しくありません。'),
});

const operator = { config: { allow: 'messages.answer' } } as const;
const tags = ['運営'];

/** Routes of the operator's inbox: lists of messages and what can be done with them. */
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
  listRoutes(app, {
    path: '/api/office/messages',
    allow: 'messages.answer',
    tags,
    summary: 'お問い合わせの一覧（未対応の期限の早い順。20件ずつ）',
    query: { state: z.enum(['open', 'answered'], '絞り込みの指定が正しくありません。').optional() },
    item: ListedMessage,
    columns: [
      ['受付番号', ({ id }) => id],
      ['受付日', ({ createdAt }) => formatDate(createdAt)],
      ['種類', ({ kind }) => contactKindLabels[kind]],
      ['お名前', ({ name }) => name],
      ['メールアドレス', ({ email }) => email],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['内容', ({ message }) => message],
      ['担当者', ({ assignee }) => assignee?.name ?? ''],
      ['返信の期限', ({ dueAt }) => (dueAt === null ? '' : formatDate(dueAt))],
      ['対応日', ({ answeredAt }) => (answeredAt === null ? '' : formatDate(answeredAt))],
    ],
    fileName: 'messages',
    ...inbox.messageList,
  });
  app.get(
    '/api/office/messages/counts',
    {
      ...operator,
      schema: {
        response: { 200: MessageCounts },
        tags,
        summary: 'お問い合わせの未対応と対応済みの件数',
      },
    },
    () => inbox.messageCounts(),
  );
  listRoutes(app, {
    path: '/api/office/listings',
    allow: 'messages.answer',
    tags,
    summary: '団体掲載の申請の一覧（返信の期限の早い順。20件ずつ）',
    query: { state: z.optional(ListingState) },
    item: ListedListing,
    columns: [
      ['受付番号', ({ id }) => id],
      ['受付日', ({ createdAt }) => formatDate(createdAt)],
      ['状態', ({ state }) => listingStateLabels[state]],
      ['団体の名称', ({ organisationName }) => organisationName],
      ['法人の種類', ({ classification }) => classifications[classification].label],
      ['代表者', ({ representative }) => representative],
      ['都道府県', ({ prefecture }) => prefecture],
      [
        '社会課題',
        ({ socialChallenges: ids }) => ids.map((id) => socialChallenges[id].label).join('、'),
      ],
      ['認定の内容', ({ certification }) => certification],
      ['ウェブサイト', ({ websiteUrl }) => websiteUrl],
      ['担当者', ({ personName }) => personName],
      ['メールアドレス', ({ email }) => email],
      ['電話番号', ({ tel }) => formatPhone(tel)],
      ['内容', ({ message }) => message],
      ['対応する人', ({ assignee }) => assignee?.name ?? ''],
      ['返信の期限', ({ dueAt }) => (dueAt === null ? '' : formatDate(dueAt))],
    ],
    fileName: 'listings',
    ...inbox.listingList,
  });
  app.get(
    '/api/office/listings/counts',
    {
      ...operator,
      schema: {
        response: { 200: z.record(ListingState, z.number()) },
        tags,
        summary: '掲載申請の状態ごとの件数',
      },
    },
    () => inbox.listingCounts(),
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
