import { z } from 'zod';
import { Pledge } from '#giving/pledges/pledge.ts';
import { pledgesToReply, replyToPledge } from '#giving/pledges/pledge-replies.server.ts';
import { PledgeReply } from '#giving/pledges/pledge-reply.ts';
import type { Person } from '#kit/actor.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import { ActivityContent, StaffActivity } from '#organisations/activities/activity.ts';
import { AssociateContent } from '#organisations/associates/associate-content.ts';
import {
  Begun,
  RoomDraft,
  StaffThanks,
  ThanksBeginning,
  ThanksContent,
  Withdrawal,
} from '#organisations/thanks/thanks-schema.ts';
import type { Services } from '#start/services.server.ts';
import { demandMember, type Intent, parseRoomKey } from './memberships.server.ts';
import { pagedRoute, Room } from './paged-route.server.ts';
import { RoomFacts, StaffReceipt } from './room.ts';

const tags = ['団体の担当者'];
const allow = 'associate-room.enter' as const;
const config = { allow } as const;
const OneOf = z.strictObject({ ...Room.shape, id: z.string().regex(/^[\w-]{1,64}$/) });
const base = '/api/staff/associates/:associateId';

type RoomServices = Pick<Services, 'ctx' | 'thanks' | 'activities' | 'associatePages' | 'rooms'>;

/** Routes of an organisation's room; the use cases check permissions. */
export function roomRoutes(app: App, services: RoomServices) {
  const { ctx, thanks, activities, associatePages, rooms } = services;
  const demand = (person: Person, key: string, intent: Intent) =>
    demandMember(person, parseRoomKey(key).associateId, intent);
  /** Only keys that the server generated: a made-up key could take the id of another organisation's text. */
  const demandBegun =
    (versions: { read(key: string): Promise<unknown> }) =>
    async (person: Person, key: string, intent: Intent) => {
      demand(person, key, intent);
      if (!(await versions.read(key))) {
        throw notFound('内容');
      }
    };
  const editing = { allow: { read: allow, change: allow }, tags } as const;

  app.get(
    `${base}/room`,
    {
      config,
      schema: {
        params: Room,
        response: { 200: RoomFacts },
        tags,
        summary: '団体の画面の最初のページ',
      },
    },
    (request) => rooms.facts(personOf(request), request.params.associateId),
  );
  versionRoutes(app, {
    ...editing,
    demand: demandBegun(associatePages),
    path: '/api/staff/pages/:key',
    label: '担当する団体のページ',
    schema: AssociateContent,
    versions: associatePages,
    publish: rooms.publishPage,
  });

  pagedRoute(
    app,
    `${base}/receipts`,
    '団体の名義で発行した受領証明書',
    StaffReceipt,
    rooms.receipts,
  );
  pagedRoute(app, `${base}/thanks`, 'お礼のメッセージ', StaffThanks, thanks.list);
  draftsRoute(app, `${base}/thanks/drafts`, 'お礼の書きかけ', thanks.drafts);
  app.post(
    `${base}/thanks`,
    {
      config,
      schema: {
        params: Room,
        body: ThanksBeginning,
        response: { 200: Begun },
        tags,
        summary: 'お礼を書き始める',
      },
    },
    (request) => thanks.begin(personOf(request), request.params.associateId, request.body),
  );
  withdrawRoute(app, `${base}/thanks/:id/withdraw`, 'お礼の取り下げ', thanks.withdraw);
  versionRoutes(app, {
    ...editing,
    demand: demandBegun(thanks.versions),
    path: '/api/staff/thanks/:key',
    label: 'お礼のメッセージ',
    schema: ThanksContent,
    versions: thanks.versions,
    publish: rooms.publishThanks,
  });

  pagedRoute(app, `${base}/activities`, '活動の報告', StaffActivity, activities.list);
  draftsRoute(app, `${base}/activities/drafts`, '活動の書きかけ', activities.drafts);
  app.post(
    `${base}/activities`,
    {
      config,
      schema: {
        params: Room,
        body: ActivityContent,
        response: { 200: Begun },
        tags,
        summary: '活動を書き始める',
      },
    },
    (request) => activities.begin(personOf(request), request.params.associateId, request.body),
  );
  withdrawRoute(app, `${base}/activities/:id/withdraw`, '活動の取り下げ', activities.withdraw);
  versionRoutes(app, {
    ...editing,
    demand: demandBegun(activities.versions),
    path: '/api/staff/activities/:key',
    label: '活動の報告',
    schema: ActivityContent,
    versions: activities.versions,
    publish: rooms.publishActivity,
  });

  pagedRoute(app, `${base}/pledges`, '団体への寄付についての公開の#mypledge', Pledge, (...asked) =>
    pledgesToReply(ctx, ...asked),
  );
  app.post(
    `${base}/pledges/:id/reply`,
    {
      config,
      schema: {
        params: OneOf,
        body: PledgeReply,
        response: { 200: z.object({ reply: z.string() }) },
        tags,
        summary: '#mypledgeへのお返事（空なら取り下げ）',
      },
    },
    (request) => {
      const { associateId, id } = request.params;
      return replyToPledge(ctx, personOf(request), associateId, id, request.body);
    },
  );
}

const draftsRoute = (
  app: App,
  path: string,
  summary: string,
  drafts: (person: Person, associateId: string) => Promise<RoomDraft[]>,
) =>
  app.get(
    path,
    { config, schema: { params: Room, response: { 200: z.array(RoomDraft) }, tags, summary } },
    (request) => drafts(personOf(request), request.params.associateId),
  );

const withdrawRoute = (
  app: App,
  path: string,
  summary: string,
  withdraw: (
    person: Person,
    associateId: string,
    id: string,
    withdrawal: Withdrawal,
  ) => Promise<void>,
) =>
  app.post(
    path,
    {
      config,
      schema: {
        params: OneOf,
        body: Withdrawal,
        response: { 200: z.strictObject({}) },
        tags,
        summary,
      },
    },
    async (request) => {
      const { associateId, id } = request.params;
      await withdraw(personOf(request), associateId, id, request.body);
      return {};
    },
  );
