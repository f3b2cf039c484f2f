import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import { SignedIn } from '#people/sign-in/sign-in.ts';
import type { Services } from '#start/services.server.ts';
import { FirstOwner, SetupProof } from './first-owner.ts';
import { Opening, PreviewSwitch, SetupConfirmation, SetupState } from './setup-state.ts';

const anyone = { config: { allow: 'anyone' } } as const;
const tags = ['開設'];
const Alive = z.object({ isAlive: z.literal(true) });

/** Routes to take over an installation without admins, and to open the service. */
export function setupRoutes(
  app: App,
  { auth, setup, sitePreview }: Pick<Services, 'auth' | 'setup' | 'sitePreview'>,
) {
  app.post(
    '/api/setup/link',
    {
      ...anyone,
      schema: {
        body: SetupProof,
        response: { 200: Alive },
        tags,
        summary: '開設のリンクが使えるかを確かめる',
      },
    },
    async (request) => {
      await auth.checkSetupLink(callerOf(request), request.body.token);
      return { isAlive: true } as const;
    },
  );
  app.post(
    '/api/setup/owner',
    {
      ...anyone,
      schema: {
        body: FirstOwner,
        response: { 200: SignedIn },
        tags,
        summary: '開設のリンクで、運営の責任者になる（一度だけ）',
      },
    },
    async (request, reply) => {
      const { body, cookies } = await auth.takeOver(callerOf(request), request.body);
      return reply.header('set-cookie', cookies).send(body);
    },
  );
  app.get(
    '/api/office/setup',
    {
      config: { allow: 'settings.read' },
      schema: { response: { 200: SetupState }, tags, summary: '開くまでに必要なことの一覧' },
    },
    () => setup.state(),
  );
  app.post(
    '/api/office/setup/confirm',
    {
      config: { allow: 'settings.change' },
      schema: {
        body: SetupConfirmation,
        response: { 200: SetupState },
        tags,
        summary: 'はじめの内容のまま使うことを確かめる',
      },
    },
    (request) => setup.confirm(personOf(request), request.body.id),
  );
  app.post(
    '/api/office/setup/opening',
    {
      config: { allow: 'service.open' },
      schema: {
        body: Opening,
        response: { 200: SetupState },
        tags,
        summary: 'サービスを開く、または閉じる',
      },
    },
    (request) => setup.setOpen(personOf(request), request.body.isOpen),
  );
  app.post(
    '/api/office/setup/preview',
    {
      config: { allow: 'settings.read' },
      schema: {
        body: PreviewSwitch,
        response: { 200: PreviewSwitch },
        tags,
        summary: '開く前のサイトを、このブラウザーで見る（1時間）、または見るのをやめる',
      },
    },
    async (request, reply) => {
      const { isOn } = request.body;
      const cookie = isOn ? sitePreview.begin(personOf(request)) : sitePreview.ended;
      return reply.header('set-cookie', cookie).send({ isOn });
    },
  );
}

/** Routes closed to the public before the opening; those who prepare it use routes of their own. */
const closedRoutes: ReadonlySet<string> = new Set([
  'POST /api/appraisal/apply',
  'POST /api/auth/sign-up/email',
  'POST /api/auth/sign-up/service',
  'POST /api/listing',
  'POST /api/users',
  'POST /api/users/createByAppraisalId',
]);

/** Refuses closed routes before the opening. Call it before the routes are mounted. */
export function refuseBeforeOpening(app: App, { opening }: Pick<Services, 'opening'>) {
  app.addHook('preValidation', async (request) => {
    if (!closedRoutes.has(`${request.method} ${request.routeOptions.url}`)) return;
    if (await opening.isOpen()) return;
    throw refuse(
      'Conflict',
      'ただいま、サービスを始める準備をしています。始まるまで、いましばらくお待ちください。',
      { title: 'まもなく開きます' },
    );
  });
}
