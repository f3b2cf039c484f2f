import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import type { Services } from '#start/services.server.ts';

const tags = ['会員'];
const form = { image: 'file' } as const;
const allow = 'signed-in' as const;
const upload = { ...takesImage, config: { ...takesImage.config, allow } };
const Picture = z.object({ image: z.string() });
const Banner = z.object({ bannerImage: z.string() });

/** Routes of a profile's pictures: uploaded in the form field `image`, returned as paths. */
export function profilePictureRoutes(
  app: App,
  { profilePictures, pictureLinks }: Pick<Services, 'profilePictures' | 'pictureLinks'>,
) {
  app.post(
    '/api/upload/image/users/profile',
    {
      ...upload,
      schema: {
        form,
        response: { 200: Picture },
        tags,
        summary: 'プロフィール画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const bytes = await readImageForm(request);
      const path = await profilePictures.replace(personOf(request), 'profile', bytes);
      return { image: pictureLinks.signed(path) };
    },
  );
  app.post(
    '/api/upload/image/users/profile-banner',
    {
      ...upload,
      schema: {
        form,
        response: { 200: Banner },
        tags,
        summary: 'プロフィールの背景画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
      },
    },
    async (request) => {
      const bytes = await readImageForm(request);
      const person = personOf(request);
      const path = await profilePictures.replace(person, 'profile-banner', bytes);
      return { bannerImage: pictureLinks.signed(path) };
    },
  );
  app.delete(
    '/api/upload/image/users/profile',
    {
      config: { allow },
      schema: { response: { 200: Picture }, tags, summary: 'プロフィール画像を消す' },
    },
    async (request) => ({ image: await profilePictures.remove(personOf(request), 'profile') }),
  );
  app.delete(
    '/api/upload/image/users/profile-banner',
    {
      config: { allow },
      schema: { response: { 200: Banner }, tags, summary: 'プロフィールの背景画像を消す' },
    },
    async (request) => ({
      bannerImage: await profilePictures.remove(personOf(request), 'profile-banner'),
    }),
  );
}
