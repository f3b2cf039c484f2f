import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { MarkdownDraft, MarkdownPreview } from '#kit/values/text/rich-text-schema.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  ConsentCount,
  LegalKey,
  LegalNotice,
  LegalNoticeSeen,
  LegalText,
  LegalTextLine,
} from './legal-text-schema.ts';

const tags = ['規約など'];
const path = '/api/office/settings/legal';

/** Routes of the legal texts, edited by the operator, and of the notice of new terms. */
export function legalRoutes(app: App, { legal }: Pick<Services, 'legal'>) {
  app.get(
    path,
    {
      config: { allow: 'settings.read' },
      schema: { response: { 200: z.array(LegalTextLine) }, tags, summary: '規約などの一覧' },
    },
    () => legal.list(),
  );
  app.post(
    `${path}/preview`,
    {
      config: { allow: 'settings.read' },
      schema: {
        body: MarkdownDraft,
        response: { 200: MarkdownPreview },
        tags,
        summary: '文面の見え方（言葉を置き換える）',
      },
    },
    async (request) => ({ blocks: await legal.preview(request.body.markdown) }),
  );
  app.get(
    `${path}/:key/consents`,
    {
      config: { allow: 'settings.read' },
      schema: {
        params: z.strictObject({ key: LegalKey }),
        response: { 200: z.array(ConsentCount) },
        tags,
        summary: '版ごとの、同意した会員とお申し込みの数',
      },
    },
    (request) => legal.consentCounts(request.params.key),
  );
  versionRoutes(app, {
    path: `${path}/:key`,
    allow: { read: 'settings.read', change: 'settings.change' },
    tags,
    label: '規約などの文面',
    schema: LegalText,
    versions: legal.versions,
    demand(_person, key) {
      if (!LegalKey.safeParse(key).success) {
        throw notFound('文面');
      }
    },
  });
  app.get(
    '/api/users/legal-notice',
    {
      config: { allow: 'signed-in' },
      schema: {
        response: { 200: LegalNotice },
        tags,
        summary: '本人にまだ知らせていない、新しい利用規約',
      },
    },
    (request) => legal.notice(personOf(request)),
  );
  app.post(
    '/api/users/legal-notice/seen',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: LegalNoticeSeen,
        response: { 200: LegalNotice },
        tags,
        summary: '新しい利用規約のお知らせを閉じる',
      },
    },
    async (request) => {
      await legal.noticeSeen(personOf(request), request.body.version);
      return { notice: null };
    },
  );
}
