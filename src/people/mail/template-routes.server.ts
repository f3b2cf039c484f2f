import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import { isMailKind, type MailKind } from './mail-kinds.ts';
import {
  MailPreview,
  MailPreviewDraft,
  MailTemplate,
  MailTemplateLine,
  TestMailDraft,
} from './mail-template.ts';

const tags = ['運営'];
const path = '/api/office/content/mail-templates';
const config = { allow: 'content.edit' } as const;
const OneKind = z.strictObject({ key: z.string().max(100) });

function demandKind(key: string): MailKind {
  if (!isMailKind(key)) throw notFound('メールの文面');
  return key;
}

/** Routes of the words of each kind of mail: versions, preview with a real record, and test mail. */
export function mailTemplateRoutes(app: App, { mailTemplates }: Pick<Services, 'mailTemplates'>) {
  app.get(
    path,
    {
      config,
      schema: {
        response: { 200: z.array(MailTemplateLine) },
        tags,
        summary: 'メールの文面の一覧（すべての種類）',
      },
    },
    () => mailTemplates.list(),
  );
  versionRoutes(app, {
    path: `${path}/:key`,
    allow: { read: 'content.edit', change: 'content.edit' },
    tags,
    label: 'メールの文面',
    schema: MailTemplate,
    versions: mailTemplates.versions,
    publish: mailTemplates.publish,
    demand: (_person, key) => void demandKind(key),
  });
  app.post(
    `${path}/:key/preview`,
    {
      config,
      schema: {
        params: OneKind,
        body: MailPreviewDraft,
        response: { 200: MailPreview },
        tags,
        summary: 'メールの見え方（お申し込み、または最近のメールの内容で）',
      },
    },
    (request) =>
      mailTemplates.preview(personOf(request), demandKind(request.params.key), request.body),
  );
  app.post(
    `${path}/:key/test`,
    {
      config,
      schema: {
        params: OneKind,
        body: TestMailDraft,
        response: { 200: z.strictObject({ to: z.string() }) },
        tags,
        summary: 'テストメールを自分あてに送る（見本の内容で）',
      },
    },
    (request) =>
      mailTemplates.sendTest(personOf(request), demandKind(request.params.key), request.body),
  );
}
