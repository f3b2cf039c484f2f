import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import {
  SecondFactorReset,
  SecondFactorResetDecision,
  SecondFactorResetRequest,
} from '#people/sign-in/second-factor.ts';
import type { Services } from '#start/services.server.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['運営'];
const operator = { allow: 'second-factors.reset' } as const;
/** Access to routes that remove a second factor. */
const recovering = { ...operator, needs: 'second-factor-shown' } as const;
const path = '/api/office/second-factor-resets';

/** Recovery for people who lost their second factor: two operators remove it. */
export function secondFactorResetRoutes(app: App, auth: Services['auth']) {
  app.get(
    path,
    {
      config: operator,
      schema: {
        response: { 200: z.object({ items: z.array(SecondFactorReset) }) },
        tags,
        summary: '2段階認証の解除の依頼（承認を待っているもの）',
      },
    },
    async (request) => ({ items: await auth.secondFactorResets(personOf(request)) }),
  );
  app.post(
    path,
    {
      config: recovering,
      schema: {
        body: SecondFactorResetRequest,
        response: { 200: Done },
        tags,
        summary: '2段階認証の解除を依頼する（ほかの運営者が承認する）',
      },
    },
    async (request) => {
      await auth.askForReset(personOf(request), request.body);
      return done;
    },
  );
  app.post(
    `${path}/approve`,
    {
      config: recovering,
      schema: {
        body: SecondFactorResetDecision,
        response: { 200: Done },
        tags,
        summary: '2段階認証の解除を承認する（依頼した方とご本人のほか）',
      },
    },
    async (request) => {
      await auth.approveReset(personOf(request), request.body.id);
      return done;
    },
  );
  app.post(
    `${path}/decline`,
    {
      config: operator,
      schema: {
        body: SecondFactorResetDecision,
        response: { 200: Done },
        tags,
        summary: '2段階認証の解除の依頼を取り下げる',
      },
    },
    async (request) => {
      await auth.declineReset(personOf(request), request.body.id);
      return done;
    },
  );
}
