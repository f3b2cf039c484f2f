import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import type { Services } from '#start/services.server.ts';

const allow = 'content.edit' as const;
const tags = ['運営'];

/** Pictures for campaigns: sent as the form's field `image`, shown by signed links until published. */
export function campaignPictureRoutes(
  app: App,
  { campaignPictures, pictureLinks }: Pick<Services, 'campaignPictures' | 'pictureLinks'>,
) {
  app.post(
    '/api/upload/image/campaigns',
    {
      ...takesImage,
      config: { ...takesImage.config, allow },
      schema: {
        form: { image: 'file' },
        querystring: z.strictObject({ kind: z.literal('campaign-cover') }),
        response: { 200: z.object({ imageId: z.string(), image: z.string() }) },
        tags,
        summary: '特集の画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const { imageId, path } = await campaignPictures.keep(await readImageForm(request));
      return { imageId, image: pictureLinks.signed(path) };
    },
  );
  app.get(
    '/api/upload/image/campaigns/:imageId',
    {
      config: { allow },
      schema: {
        params: z.strictObject({ imageId: z.string().max(100) }),
        response: { 200: z.object({ image: z.string() }) },
        tags,
        summary: '特集の画像を公開の前に見るためのリンク',
      },
    },
    async (request) => ({
      image: pictureLinks.signed(await campaignPictures.pathOf(request.params.imageId)),
    }),
  );
}
