import { z } from 'zod';
import { StatusRequest } from '#giving/applications/application.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { concurrencyGate } from '#kit/images/gate.server.ts';
import { readPicturesForm, takesPictures } from '#kit/images/pictures-body.server.ts';
import type { Services } from '#start/services.server.ts';
import { maxPaperFiles } from './identity-check.ts';
import { IdentityCheckStatus, PapersRequest } from './identity-check-schema.ts';

const tags = ['本人確認'];
const allow = 'anyone' as const;
/** Visitors' forms read at once: fewer than there are places, since anyone can begin one. */
const visitorsForms = { running: 4, waiting: 0 };

/** Routes of the identity check of one's own application, signed in or by the mailed link. */
export function identityRoutes(app: App, { identity }: Pick<Services, 'identity'>) {
  const inVisitorsTurn = concurrencyGate(visitorsForms);
  app.post(
    '/api/applications/identity-check',
    {
      config: { allow },
      schema: {
        body: StatusRequest,
        response: { 200: IdentityCheckStatus },
        tags,
        summary: '本人確認の状況（ログインか、メールのリンクで）',
      },
    },
    async (request) => {
      const status = await identity.identityStatus(request.actor, request.body);
      if (!status) {
        throw refuse(
          'NotFound',
          'お申し込みが見つかりませんでした。申込番号やメールのリンクをお確かめください。',
        );
      }
      return status;
    },
  );
  app.post(
    '/api/applications/identity-papers',
    {
      ...takesPictures,
      config: { ...takesPictures.config, allow },
      schema: {
        headers: IdempotencyKey,
        form: { papers: PapersRequest, image: 'files' },
        response: { 200: IdentityCheckStatus },
        tags,
        summary:
          '本人確認の書類2点を送る（papersの欄にJSON、imageの欄に画像かPDFを順に。暗号化して保管）',
      },
    },
    async (request) => {
      const limits = { field: 'papers', most: maxPaperFiles };
      const read = () => readPicturesForm(request, limits);
      const isVisitor = request.actor.kind !== 'person';
      const { value, pictures: files } = await (isVisitor ? inVisitorsTurn(read) : read());
      const { data, error } = z.safeParse(PapersRequest, value);
      if (!data) {
        const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw refuse('ValidationError', errors[0]?.message ?? '入力内容をご確認ください。', {
          title: formErrorTitle,
          errors,
        });
      }
      const key = request.headers['idempotency-key'];
      return identity.sendPapers(request.actor, { request: data, files, key });
    },
  );
}
