import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { door } from '#kit/http/door.server.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { picturesLimits, readPicturesForm } from '#kit/images/pictures-body.server.ts';
import { OwnPledge } from './pledge.ts';
import { maxPledgePictures, PledgeDraft, PledgeReport } from './pledge-draft.ts';
import { reportPledge } from './pledge-reports.server.ts';
import { removePledge, savePledge } from './pledge-writing.server.ts';
import { findOwnPledge } from './pledges.server.ts';

const tags = ['pledges'];
const allow = 'signed-in';
const onePledge = { params: { id: z.string() }, tags } as const;
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

/** Calls to write, remove and report pledges. */
export const pledgeWritingDoors = [
  door(
    'POST /api/my-pledges',
    {
      allow,
      ...picturesLimits,
      isRepeatable: true,
      form: { pledge: PledgeDraft, image: 'files' },
      out: OwnPledge,
      tags,
      summary:
        '#mypledgeを書く・直す（pledgeの欄にJSON、imageの欄に新しい写真を順に。If-Matchは任意）',
    },
    async (context, { person, key, request, reply }) => {
      const sent = await readPledgeForm(request);
      const version = expectedVersion(request.headers['if-match']);
      const saved = await savePledge(context, person, { ...sent, version, key });
      reply.header('etag', etagOf(saved.version));
      return pictureLinks(context).ofPledge(saved.pledge);
    },
  ),
  door(
    'GET /api/users/my-pledges/:id',
    { ...onePledge, allow, out: OwnPledge, summary: '自分の#mypledgeの1件（版はETag）' },
    async (context, { person, params, reply }) => {
      const found = await findOwnPledge(context, person, params.id);
      if (!found) throw notFound('#mypledge');
      reply.header('etag', etagOf(found.version));
      return pictureLinks(context).ofPledge(found.pledge);
    },
  ),
  door(
    'POST /api/my-pledges/:id/remove',
    { ...onePledge, allow, out: Nothing, summary: '自分の#mypledgeを消す（If-Matchは任意）' },
    async (context, { person, params, request }) => {
      await removePledge(context, person, params.id, expectedVersion(request.headers['if-match']));
      return {};
    },
  ),
  door(
    'POST /api/my-pledges/:id/report',
    {
      ...onePledge,
      allow: 'anyone',
      body: PledgeReport,
      out: Nothing,
      summary: '公開中の#mypledgeの問題を運営者に知らせる',
    },
    async (context, { person, params, body, request: { address } }) => {
      await reportPledge(context, { actor: person, address }, params.id, body);
      return {};
    },
  ),
] as const;
