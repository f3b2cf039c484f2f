import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { SocialChallenge } from '#organisations/associates/associate.ts';
import type { Services } from '#start/services.server.ts';

/** The social challenges, the same for everyone. */
export function challengeRoutes(app: App, { challenges }: Pick<Services, 'challenges'>) {
  app.get(
    '/api/socialChallenges',
    {
      config: { allow: 'anyone' },
      schema: {
        tags: ['challenges'],
        summary: '社会課題の一覧。それぞれに取り組む団体の数つき',
        response: { 200: z.array(SocialChallenge) },
      },
    },
    () => challenges.list(),
  );
}
