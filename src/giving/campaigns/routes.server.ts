import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { imageLimits, readImageForm } from '#kit/images/image-body.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { versionDoors } from '#kit/versions/version-doors.server.ts';
import { AdminCampaign, NewCampaign } from './campaign-content.ts';
import {
  adminCampaigns,
  beginCampaign,
  campaignKind,
  campaignPicturePath,
  keepCampaignPicture,
} from './campaign-versions.server.ts';

const edits = { allow: 'content.edit', tags: ['運営'] as string[] } as const;

/** The operator's campaigns: their list, drafts and versions of each, and their pictures, by signed links until published. */
export const campaignDoors = [
  door(
    'GET /api/office/campaigns',
    { ...edits, out: z.array(AdminCampaign), summary: '特集の一覧（新しい順）' },
    async (ctx) => {
      const { signed } = pictureLinks(ctx);
      return (await adminCampaigns(ctx)).map((one) => ({ ...one, image: signed(one.image) }));
    },
  ),
  door(
    'POST /api/office/campaigns',
    {
      ...edits,
      status: 201,
      body: NewCampaign,
      out: z.object({ key: z.string() }),
      summary: '特集の下書きを作る',
    },
    async (ctx, { person, body }) => ({ key: await beginCampaign(ctx, person, body) }),
  ),
  ...versionDoors('/api/office/campaigns/:key', {
    allow: { read: 'content.edit', change: 'content.edit' },
    tags: edits.tags,
    label: '特集',
    kind: campaignKind,
  }),
  door(
    'POST /api/upload/image/campaigns',
    {
      ...edits,
      ...imageLimits,
      form: { image: 'file' },
      query: { kind: z.literal('campaign-cover') },
      out: z.object({ imageId: z.string(), image: z.string() }),
      summary: '特集の画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
    },
    async (ctx, { request }) => {
      const { imageId, path } = await keepCampaignPicture(ctx, await readImageForm(request));
      return { imageId, image: pictureLinks(ctx).signed(path) };
    },
  ),
  door(
    'GET /api/upload/image/campaigns/:imageId',
    {
      ...edits,
      params: { imageId: z.string().max(100) },
      out: z.object({ image: z.string() }),
      summary: '特集の画像を公開の前に見るためのリンク',
    },
    async (ctx, { params: { imageId } }) => ({
      image: pictureLinks(ctx).signed(await campaignPicturePath(ctx, imageId)),
    }),
  ),
] as const;
