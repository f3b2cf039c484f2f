import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import { AdminCampaign, CampaignContent, NewCampaign } from './campaign-content.ts';

const tags = ['運営'];

/** The operator's campaigns: their list, and drafts and versions of each. */
export function adminCampaignRoutes(
  app: App,
  { campaignVersions, pictureLinks }: Pick<Services, 'campaignVersions' | 'pictureLinks'>,
) {
  app.get(
    '/api/office/campaigns',
    {
      config: { allow: 'content.edit' },
      schema: {
        response: { 200: z.array(AdminCampaign) },
        tags,
        summary: '特集の一覧（新しい順）',
      },
    },
    async () => {
      const campaigns = await campaignVersions.list();
      return campaigns.map((one) => ({ ...one, image: pictureLinks.signed(one.image) }));
    },
  );
  app.post(
    '/api/office/campaigns',
    {
      config: { allow: 'content.edit' },
      schema: {
        body: NewCampaign,
        response: { 201: z.object({ key: z.string() }) },
        tags,
        summary: '特集の下書きを作る',
      },
    },
    async (request, reply) => {
      const key = await campaignVersions.begin(personOf(request), request.body);
      return reply.status(201).send({ key });
    },
  );
  versionRoutes(app, {
    path: '/api/office/campaigns/:key',
    allow: { read: 'content.edit', change: 'content.edit' },
    tags,
    label: '特集',
    schema: CampaignContent,
    versions: campaignVersions.versions,
  });
}
