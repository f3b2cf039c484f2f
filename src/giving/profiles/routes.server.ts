import { z } from 'zod';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { door } from '#kit/http/door.server.ts';
import { etagOf } from '#kit/http/versions.server.ts';
import { imageLimits, readImageForm } from '#kit/images/image-body.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { Profile, ProfileUpdate, PublicProfile } from '#people/accounts/account.ts';
import {
  ownProfile,
  publicProfile,
  removePicture,
  replacePicture,
  updateProfile,
} from './profiles.server.ts';

const own = { allow: 'signed-in', tags: ['会員'] as string[] } as const;
const upload = { ...own, ...imageLimits, form: { image: 'file' } } as const;
const Picture = z.object({ image: z.string() });
const Banner = z.object({ bannerImage: z.string() });

/** The signed-in person's profile with its pictures, and authors' public profiles. */
export const profileDoors = [
  door(
    'GET /api/users/profile',
    { ...own, out: Profile, summary: 'プロフィール（版はETag）' },
    async (ctx, { person, reply }) => {
      const found = await ownProfile(ctx, person);
      if (!found) throw refuse('Unauthorized', 'ログインしてください。');
      reply.header('etag', etagOf(found.version));
      return pictureLinks(ctx).ofProfile(found.profile);
    },
  ),
  door(
    'POST /api/users/profile',
    {
      ...own,
      ifMatch: 'taken',
      body: ProfileUpdate,
      out: Profile,
      summary:
        'プロフィールの変更（If-Matchは任意。imageとbannerImageは、取得した値のまま送るか省く。画像の変更は/api/upload/image/users/…）',
    },
    async (ctx, { person, version, body, reply }) => {
      const updated = await updateProfile(ctx, person, version, body);
      reply.header('etag', etagOf(updated.version));
      return pictureLinks(ctx).ofProfile(updated.profile);
    },
  ),
  door(
    'GET /api/users/profile/:uid',
    {
      allow: 'anyone',
      params: { uid: z.string().regex(/^[\w-]{1,64}$/, 'uidをご確認ください。') },
      out: PublicProfile,
      tags: own.tags,
      summary: '公開プロフィール（公開中の#mypledgeと表示名がある方のみ）',
    },
    async (ctx, { params: { uid } }) => {
      const found = await publicProfile(ctx, uid);
      if (!found) throw notFound('プロフィール');
      return found;
    },
  ),
  door(
    'POST /api/upload/image/users/profile',
    {
      ...upload,
      out: Picture,
      summary: 'プロフィール画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
    },
    async (ctx, { person, request }) => {
      const path = await replacePicture(ctx, person, 'profile', await readImageForm(request));
      return { image: pictureLinks(ctx).signed(path) };
    },
  ),
  door(
    'POST /api/upload/image/users/profile-banner',
    {
      ...upload,
      out: Banner,
      summary: 'プロフィールの背景画像（imageの欄にJPEG・PNG・WebP、10MBまで）',
    },
    async (ctx, { person, request }) => {
      const bytes = await readImageForm(request);
      const path = await replacePicture(ctx, person, 'profile-banner', bytes);
      return { bannerImage: pictureLinks(ctx).signed(path) };
    },
  ),
  door(
    'DELETE /api/upload/image/users/profile',
    { ...own, out: Picture, summary: 'プロフィール画像を消す' },
    async (ctx, { person }) => ({ image: await removePicture(ctx, person, 'profile') }),
  ),
  door(
    'DELETE /api/upload/image/users/profile-banner',
    { ...own, out: Banner, summary: 'プロフィールの背景画像を消す' },
    async (ctx, { person }) => ({
      bannerImage: await removePicture(ctx, person, 'profile-banner'),
    }),
  ),
] as const;
