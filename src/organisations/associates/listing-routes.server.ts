import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';

/** From a listing application to the draft of an organisation. */
export function associateListingRoutes(
  app: App,
  { associatesFromListings }: Pick<Services, 'associatesFromListings'>,
) {
  app.post(
    '/api/office/listings/:id/associate',
    {
      // The applicant is invited as an editor.
      config: { allow: 'associates.edit', needs: 'second-factor-shown' },
      schema: {
        params: z.strictObject({
          id: z.string().regex(/^[\w-]{1,64}$/, '受付番号が正しくありません。'),
        }),
        body: z.strictObject({}),
        response: { 200: z.object({ associateId: z.string() }) },
        tags: ['運営'],
        summary: '掲載申請から団体の下書きを作る（公開はしない）',
      },
    },
    (request) => associatesFromListings.make(personOf(request), request.params.id),
  );
}
