import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import { bonusRules, bonusRulesKey } from './bonus-rules.server.ts';
import { BonusRules } from './bonus-rules-schema.ts';

const tags = ['査定'];

/** Calls that need a service: pictures of items, which are encoded in turn, and the versions of the bonus rules. */
export function appraisalServiceRoutes(
  app: App,
  { ctx, images, pictureLinks }: Pick<Services, 'ctx' | 'images' | 'pictureLinks'>,
) {
  app.post(
    '/api/upload/image/appraisals',
    {
      ...takesImage,
      config: { ...takesImage.config, allow: 'appraisals.write' },
      schema: {
        form: { image: 'file' },
        response: { 200: z.strictObject({ imageId: z.string(), image: z.string() }) },
        tags,
        summary: 'お品物の写真（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const { id } = await images.keep(await readImageForm(request), { kind: 'appraisal-item' });
      return { imageId: id, image: pictureLinks.signed(imagePath(id)) };
    },
  );
  versionRoutes(app, {
    path: '/api/office/settings/bonus-rules',
    key: bonusRulesKey,
    allow: { read: 'settings.read', change: 'settings.change' },
    tags,
    label: '加算の決まり',
    schema: BonusRules,
    versions: bonusRules(ctx),
  });
}
