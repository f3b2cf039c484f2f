import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { expectedVersion } from '#kit/http/versions.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import type { Services } from '#start/services.server.ts';
import { SavedItem } from './appraisal-draft.ts';
import { ItemEntry, ItemId } from './draft-item.ts';

const allow = 'appraisals.write' as const;
const tags = ['査定'];
const params = z.strictObject({ appraisalId: AppraisalId, itemId: ItemId });

/** Items of a draft, each saved separately under an id from its device, and their pictures. */
export function itemRoutes(app: App, { appraisals }: Pick<Services, 'appraisals'>) {
  const path = '/api/office/appraisals/:appraisalId/items/:itemId';
  app.post(
    path,
    {
      config: { allow },
      schema: {
        params,
        body: ItemEntry,
        response: { 200: SavedItem },
        tags,
        summary: 'お品物を保存する（If-Matchに見ていたお品物の版、新しいものは"0"）',
      },
    },
    (request) => {
      const version = expectedVersion(request.headers['if-match']);
      return appraisals.items.save(personOf(request), { ...request.params, version }, request.body);
    },
  );
  app.post(
    `${path}/remove`,
    {
      config: { allow },
      schema: {
        params,
        body: z.strictObject({}),
        response: { 200: SavedItem },
        tags,
        summary: 'お品物を取り除く（If-Matchに見ていたお品物の版）',
      },
    },
    (request) => {
      const version = expectedVersion(request.headers['if-match']);
      return appraisals.items.remove(personOf(request), { ...request.params, version });
    },
  );
  app.post(
    '/api/upload/image/appraisals',
    {
      ...takesImage,
      config: { ...takesImage.config, allow },
      schema: {
        form: { image: 'file' },
        response: { 200: z.strictObject({ imageId: z.string(), image: z.string() }) },
        tags,
        summary: 'お品物の写真（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => appraisals.keepPicture(await readImageForm(request)),
  );
}
