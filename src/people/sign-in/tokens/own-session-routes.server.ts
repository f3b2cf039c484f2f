import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import { OwnSession, SessionEnd, SignInMethods } from '#people/sign-in/own-sign-in.ts';
import { OwnProof } from '#people/sign-in/sign-in.ts';
import type { Services } from '#start/services.server.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['ログイン'];
const signedIn = { allow: 'signed-in' } as const;

/** The person's own browsers and sign-in methods. */
export function ownSessionRoutes(app: App, auth: Services['auth']) {
  app.get(
    '/api/users/sessions',
    {
      config: signedIn,
      schema: { response: { 200: z.array(OwnSession) }, tags, summary: 'ログイン中の端末' },
    },
    (request) => auth.ownSessions(personOf(request)),
  );
  app.post(
    '/api/users/sessions/end',
    {
      config: { ...signedIn, notes: { kind: 'session', what: 'one' } },
      schema: {
        body: SessionEnd,
        response: { 200: Done },
        tags,
        summary: 'ほかの端末をログアウトさせる',
      },
    },
    async (request) => {
      await auth.endOwnSession(personOf(request), callerOf(request), request.body);
      return done;
    },
  );
  app.post(
    '/api/users/sessions/end-others',
    {
      config: { ...signedIn, notes: { kind: 'session', what: 'others' } },
      schema: {
        body: z.nullish(OwnProof),
        response: { 200: Done },
        tags,
        summary: 'ほかの端末をすべてログアウトさせる',
      },
    },
    async (request) => {
      const { password } = request.body ?? {};
      await auth.endOtherSessions(personOf(request), callerOf(request), password);
      return done;
    },
  );
  app.get(
    '/api/users/sign-in-methods',
    {
      // The setup of a second factor shows its requirements.
      config: { allow: 'before-second-factor' },
      schema: { response: { 200: SignInMethods }, tags, summary: 'ログインの方法' },
    },
    (request) => auth.signInMethods(personOf(request)),
  );
}
