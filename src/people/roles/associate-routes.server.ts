import { z } from 'zod';
import type { Allow } from '#kit/actor.server.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { AssociatePeople, StaffRoleChange } from './associate-people.ts';
import { StaffInvitationDraft } from './invitation.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;

const id = z.string().regex(/^[\w-]{1,100}$/, '番号が正しくありません。');
const associateId = z.string().min(1).max(100);
const OneAssociate = z.strictObject({ associateId });
const OnePerson = z.strictObject({ associateId, uid: id });
const OneInvitation = z.strictObject({ associateId, id });

type Door = { prefix: string; tags: string[]; reads: Allow; changes: Allow };

const routeVariants: readonly Door[] = [
  {
    prefix: '/api/staff/associates',
    tags: ['団体の担当者'],
    // The membership decides who may change something.
    reads: 'associate-room.enter',
    changes: 'associate-room.enter',
  },
  {
    prefix: '/api/office/associates',
    tags: ['運営'],
    reads: 'associates.read',
    changes: 'associates.edit',
  },
];

/** Routes of an organisation's staff, for itself and for the operator. */
export function associatePeopleRoutes(app: App, { people }: Pick<Services, 'people'>) {
  for (const door of routeVariants) {
    readRoute(app, people, door);
    invitationRoutes(app, people, door);
    personRoutes(app, people, door);
  }
}

/** Config of routes that grant or take roles. */
const grantsOf = ({ changes }: Door) => ({ allow: changes, needs: 'second-factor-shown' }) as const;

const pathOf = ({ prefix }: Door) => `${prefix}/:associateId/people`;

function readRoute(app: App, people: Services['people'], door: Door) {
  app.get(
    pathOf(door),
    {
      config: { allow: door.reads },
      schema: {
        params: OneAssociate,
        response: { 200: AssociatePeople },
        tags: door.tags,
        summary: '団体の担当者と、招待中の人（100人まで）',
      },
    },
    (request) => people.associatePeople(personOf(request), request.params.associateId),
  );
}

function invitationRoutes(app: App, people: Services['people'], door: Door) {
  const { tags } = door;
  const config = { allow: door.changes };
  const path = pathOf(door);
  app.post(
    path,
    {
      config: grantsOf(door),
      schema: {
        params: OneAssociate,
        body: StaffInvitationDraft,
        response: { 200: Done },
        tags,
        summary: '団体の担当者に招待する',
      },
    },
    async (request) => {
      await people.inviteStaff(personOf(request), { ...request.params, ...request.body });
      return done;
    },
  );
  app.post(
    `${path}/invitations/:id/resend`,
    {
      config: grantsOf(door),
      schema: {
        params: OneInvitation,
        response: { 200: Done },
        tags,
        summary: '招待を新しいリンクで送り直す',
      },
    },
    async (request) => {
      const { associateId, id } = request.params;
      await people.resendStaffInvitation(personOf(request), associateId, id);
      return done;
    },
  );
  app.post(
    `${path}/invitations/:id/withdraw`,
    {
      config,
      schema: { params: OneInvitation, response: { 200: Done }, tags, summary: '招待を取り消す' },
    },
    async (request) => {
      const { associateId, id } = request.params;
      await people.withdrawStaffInvitation(personOf(request), associateId, id);
      return done;
    },
  );
}

function personRoutes(app: App, people: Services['people'], door: Door) {
  const { tags } = door;
  const config = grantsOf(door);
  const path = pathOf(door);
  app.post(
    `${path}/:uid/role`,
    {
      config,
      schema: {
        params: OnePerson,
        body: StaffRoleChange,
        response: { 200: Done },
        tags,
        summary: '団体の担当者の役割を変える（fromは見ていた役割）',
      },
    },
    async (request) => {
      await people.changeStaffRole(personOf(request), request.params, request.body);
      return done;
    },
  );
  app.post(
    `${path}/:uid/remove`,
    {
      config,
      schema: {
        params: OnePerson,
        response: { 200: Done },
        tags,
        summary: '団体の担当者から外す（記録は残る）',
      },
    },
    async (request) => {
      await people.removeStaff(personOf(request), request.params);
      return done;
    },
  );
  app.post(
    `${path}/:uid/end-sessions`,
    {
      // Ends harm, so it needs no second factor.
      config: { allow: door.changes },
      schema: {
        params: OnePerson,
        response: { 200: Done },
        tags,
        summary: '団体の担当者のすべての端末をログアウトする',
      },
    },
    async (request) => {
      await people.endStaffSessions(personOf(request), request.params);
      return done;
    },
  );
}
