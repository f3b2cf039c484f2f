import { z } from 'zod';
import { SocialChallenge } from '#domain/associates/associate.ts';
import type { App } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

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
