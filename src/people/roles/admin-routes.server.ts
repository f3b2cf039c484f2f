import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import type { Services } from '#start/services.server.ts';
import { AdminPerson, PersonRemoval, RoleRequest } from './admin-person.ts';
import { AdminInvitationDraft, InvitationOutcome, OpenInvitation } from './invitation.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['運営'];
const reads = { allow: 'people.read' } as const;
const changes = { allow: 'people.change' } as const;
/** Config of routes that grant or take roles. */
const grants = { ...changes, needs: 'second-factor-shown' } as const;
const path = '/api/office/people';
const invitationsPath = '/api/office/invitations';

const id = z.string().regex(/^[\w-]{1,100}$/, '番号が正しくありません。');
const OnePerson = z.strictObject({ uid: id });
const OneInvitation = z.strictObject({ id });

/** Routes of the people who run the service; owners and operators read, owners change. */
export function adminPeopleRoutes(app: App, { people }: Pick<Services, 'people'>) {
  listRoutes(app, {
    path,
    ...reads,
    tags,
    summary: '運営の人（責任者、運営、経理、倉庫の順。50件ずつ）',
    query: {},
    item: AdminPerson,
    columns: [
      ['番号', ({ uid }) => uid],
      ['お名前', ({ name }) => name],
      ['メールアドレス', ({ email }) => email],
      ['役割', ({ role }) => roleLabels[role]],
      ['2段階認証', ({ hasSecondFactor }) => (hasSecondFactor ? '設定済み' : '未設定')],
      [
        '最後のログイン',
        ({ lastSignInAt }) => (lastSignInAt === null ? '' : formatDateTime(lastSignInAt)),
      ],
      ['ログイン中の端末', ({ sessionCount }) => String(sessionCount)],
    ],
    fileName: 'people',
    ...people.peopleList,
  });
  app.post(
    `${path}/:uid/role`,
    {
      config: grants,
      schema: {
        params: OnePerson,
        body: RoleRequest,
        response: { 200: AskedApproval },
        tags,
        summary: '役割の変更を依頼する（fromは見ていた役割。もう1人の承認で反映）',
      },
    },
    (request) => people.askForRoleChange(personOf(request), request.params.uid, request.body),
  );
  app.post(
    `${path}/:uid/remove`,
    {
      config: grants,
      schema: {
        params: OnePerson,
        body: PersonRemoval,
        response: { 200: AskedApproval },
        tags,
        summary: '運営から外す依頼をする（もう1人の承認で反映。記録は残る）',
      },
    },
    (request) => people.askForRemoval(personOf(request), request.params.uid, request.body),
  );
  app.post(
    `${path}/:uid/end-sessions`,
    {
      config: changes,
      schema: {
        params: OnePerson,
        response: { 200: Done },
        tags,
        summary: 'その人のすべての端末をログアウトする',
      },
    },
    async (request) => {
      await people.endSessions(personOf(request), request.params.uid);
      return done;
    },
  );
  app.get(
    invitationsPath,
    {
      config: reads,
      schema: {
        response: { 200: z.object({ items: z.array(OpenInvitation) }) },
        tags,
        summary: '運営への招待のうち、まだ引き受けられていないもの（100件まで）',
      },
    },
    async (request) => ({ items: await people.invitations(personOf(request)) }),
  );
  app.post(
    invitationsPath,
    {
      config: grants,
      schema: {
        body: AdminInvitationDraft,
        response: { 200: InvitationOutcome },
        tags,
        summary: '運営に招待する（承認できる役割は、もう1人の承認のあとに送られる）',
      },
    },
    (request) => people.invite(personOf(request), request.body),
  );
  app.post(
    `${invitationsPath}/:id/resend`,
    {
      config: grants,
      schema: {
        params: OneInvitation,
        response: { 200: Done },
        tags,
        summary: '招待を新しいリンクで送り直す（前のリンクは使えなくなる）',
      },
    },
    async (request) => {
      await people.resendInvitation(personOf(request), request.params.id);
      return done;
    },
  );
  app.post(
    `${invitationsPath}/:id/withdraw`,
    {
      config: changes,
      schema: {
        params: OneInvitation,
        response: { 200: Done },
        tags,
        summary: '招待を取り消す',
      },
    },
    async (request) => {
      await people.withdrawInvitation(personOf(request), request.params.id);
      return done;
    },
  );
}
