import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { readPicturesForm, takesPictures } from '#kit/images/pictures-body.server.ts';
import type { Services } from '#start/services.server.ts';
import { OwnPledge } from './pledge.ts';
import { maxPledgePictures, PledgeDraft, PledgeReport } from './pledge-draft.ts';

const tags = ['pledges'];
const allow = 'signed-in' as const;
const OnePledge = z.strictObject({ id: z.string() });
const Nothing = z.strictObject({});

/** Draft from the form's field `pledge`, with its pictures. */
async function readPledgeForm(request: FastifyRequest) {
  const limits = { field: 'pledge', most: maxPledgePictures };
  const { value, pictures } = await readPicturesForm(request, limits);
  const { data: draft, error } = z.safeParse(PledgeDraft, value);
  if (draft) return { draft, pictures };
  const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw refuse('ValidationError', errors[0]?.message ?? '入力内容をご確認ください。', {
    title: formErrorTitle,
    errors,
  });
}

/** Routes to write, remove and report pledges. */
export function pledgeWritingRoutes(
  app: App,
  services: Pick<Services, 'pledges' | 'pledgeWriting' | 'pledgeReports' | 'pictureLinks'>,
) {
  const { pledges, pledgeWriting, pledgeReports, pictureLinks } = services;
  app.post(
    '/api/my-pledges',
    {
      ...takesPictures,
      config: { ...takesPictures.config, allow },
      schema: {
        headers: IdempotencyKey,
        form: { pledge: PledgeDraft, image: 'files' },
        response: { 200: OwnPledge },
        tags,
        summary:
          '#mypledgeを書く・直す（pledgeの欄にJSON、imageの欄に新しい写真を順に。If-Matchは任意）',
      },
    },
    async (request, reply) => {
      const sent = await readPledgeForm(request);
      const { pledge, version } = await pledgeWriting.save(personOf(request), {
        ...sent,
        version: expectedVersion(request.headers['if-match']),
        key: request.headers['idempotency-key'],
      });
      return reply.header('etag', etagOf(version)).send(pictureLinks.ofPledge(pledge));
    },
  );
  app.get(
    '/api/users/my-pledges/:id',
    {
      config: { allow },
      schema: {
        params: OnePledge,
        response: { 200: OwnPledge },
        tags,
        summary: '自分の#mypledgeの1件（版はETag）',
      },
    },
    async (request, reply) => {
      const found = await pledges.findMine(personOf(request), request.params.id);
      if (!found) throw notFound('#mypledge');
      const pledge = pictureLinks.ofPledge(found.pledge);
      return reply.header('etag', etagOf(found.version)).send(pledge);
    },
  );
  app.post(
    '/api/my-pledges/:id/remove',
    {
      config: { allow },
      schema: {
        params: OnePledge,
        response: { 200: Nothing },
        tags,
        summary: '自分の#mypledgeを消す（If-Matchは任意）',
      },
    },
    async (request) => {
      const version = expectedVersion(request.headers['if-match']);
      await pledgeWriting.remove(personOf(request), request.params.id, version);
      return {};
    },
  );
  app.post(
    '/api/my-pledges/:id/report',
    {
      config: { allow: 'anyone' },
      schema: {
        params: OnePledge,
        body: PledgeReport,
        response: { 200: Nothing },
        tags,
        summary: '公開中の#mypledgeの問題を運営者に知らせる',
      },
    },
    async (request) => {
      const reporter = { actor: request.actor, address: request.address };
      await pledgeReports.report(reporter, request.params.id, request.body);
      return {};
    },
  );
}
