import { z } from 'zod';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { Profile, ProfileUpdate, PublicProfile } from '#people/accounts/account.ts';
import type { Services } from '#start/services.server.ts';

const tags = ['会員'];
const OnePerson = z.strictObject({
  uid: z.string().regex(/^[\w-]{1,64}$/, 'uidをご確認ください。'),
});

/** Routes of the signed-in person's profile, and of authors' public profiles. */
export function profileRoutes(
  app: App,
  { profiles, pictureLinks }: Pick<Services, 'profiles' | 'pictureLinks'>,
) {
  app.get(
    '/api/users/profile',
    {
      config: { allow: 'signed-in' },
      schema: { response: { 200: Profile }, tags, summary: 'プロフィール（版はETag）' },
    },
    async (request, reply) => {
      const found = await profiles.find(personOf(request));
      if (!found) throw refuse('Unauthorized', 'ログインしてください。');
      const profile = pictureLinks.ofProfile(found.profile);
      return reply.header('etag', etagOf(found.version)).send(profile);
    },
  );
  app.post(
    '/api/users/profile',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: ProfileUpdate,
        response: { 200: Profile },
        tags,
        summary:
          'プロフィールの変更（If-Matchは任意。imageとbannerImageは、取得した値のまま送るか省く。画像の変更は/api/upload/image/users/…）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const updated = await profiles.update(personOf(request), version, request.body);
      const profile = pictureLinks.ofProfile(updated.profile);
      return reply.header('etag', etagOf(updated.version)).send(profile);
    },
  );
  app.get(
    '/api/users/profile/:uid',
    {
      config: { allow: 'anyone' },
      schema: {
        params: OnePerson,
        response: { 200: PublicProfile },
        tags,
        summary: '公開プロフィール（公開中の#mypledgeと表示名がある方のみ）',
      },
    },
    async (request) => {
      const found = await profiles.findPublic(request.params.uid);
      if (!found) throw notFound('プロフィール');
      return found;
    },
  );
}
