import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import type { Services } from '#start/services.server.ts';
import { associatePictureKinds } from './associate-pictures.server.ts';

const Path = z.strictObject({ associateId: z.string().max(100) });
const tags = ['団体'];
// The use case checks: operators by role, an organisation's editors by membership.
const allow = 'signed-in' as const;

/** Pictures for organisations' pages: sent as the form's field `image`, shown by signed links until published. */
export function associatePictureRoutes(
  app: App,
  { associatePictures, pictureLinks }: Pick<Services, 'associatePictures' | 'pictureLinks'>,
) {
  app.post(
    '/api/upload/image/associates/:associateId',
    {
      ...takesImage,
      config: { ...takesImage.config, allow },
      schema: {
        form: { image: 'file' },
        params: Path,
        querystring: z.strictObject({ kind: z.enum(associatePictureKinds) }),
        response: { 200: z.object({ imageId: z.string(), image: z.string() }) },
        tags,
        summary: '団体のページの画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const { params, query } = request;
      const kept = await associatePictures.keep(personOf(request), { ...params, ...query }, () =>
        readImageForm(request),
      );
      return { imageId: kept.imageId, image: pictureLinks.signed(kept.path) };
    },
  );
  app.get(
    '/api/upload/image/associates/:associateId/:imageId',
    {
      config: { allow },
      schema: {
        params: z.strictObject({ ...Path.shape, imageId: z.string().max(100) }),
        response: { 200: z.object({ image: z.string() }) },
        tags,
        summary: '団体の画像を公開の前に見るためのリンク',
      },
    },
    async (request) => {
      const { associateId, imageId } = request.params;
      const path = await associatePictures.pathOf(personOf(request), associateId, imageId);
      return { image: pictureLinks.signed(path) };
    },
  );
}
