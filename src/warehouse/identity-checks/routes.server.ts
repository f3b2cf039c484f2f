import { z } from 'zod';
import { StatusRequest } from '#giving/applications/application.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { door } from '#kit/http/door.server.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { concurrencyGate } from '#kit/images/gate.server.ts';
import { picturesLimits, readPicturesForm } from '#kit/images/pictures-body.server.ts';
import { maxPaperFiles } from './identity-check.ts';
import { IdentityCheckStatus, PapersRequest } from './identity-check-schema.ts';
import { identityStatus, sendPapers } from './own-check.server.ts';

const own = { allow: 'anyone', out: IdentityCheckStatus, tags: ['本人確認'] as string[] } as const;
/** Visitors' forms read at once: fewer than there are places, since anyone can begin one. */
const inVisitorsTurn = concurrencyGate({ running: 4, waiting: 0 });

function papersIn(value: unknown): PapersRequest {
  const { data, error } = z.safeParse(PapersRequest, value);
  if (data) return data;
  const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const message = errors[0]?.message ?? '入力内容をご確認ください。';
  throw refuse('ValidationError', message, { title: formErrorTitle, errors });
}

/** The identity check of one's own application, signed in or by the mailed link. */
export const identityDoors = [
  door(
    'POST /api/applications/identity-check',
    { ...own, body: StatusRequest, summary: '本人確認の状況（ログインか、メールのリンクで）' },
    async (ctx, { person, body }) => {
      const status = await identityStatus(ctx, person, body);
      if (status) return status;
      throw refuse(
        'NotFound',
        'お申し込みが見つかりませんでした。申込番号やメールのリンクをお確かめください。',
      );
    },
  ),
  door(
    'POST /api/applications/identity-papers',
    {
      ...own,
      ...picturesLimits,
      isRepeatable: true,
      form: { papers: PapersRequest, image: 'files' },
      summary:
        '本人確認の書類2点を送る（papersの欄にJSON、imageの欄に画像かPDFを順に。暗号化して保管）',
    },
    async (ctx, { person, key, request }) => {
      const read = () => readPicturesForm(request, { field: 'papers', most: maxPaperFiles });
      const { value, pictures } = await (person.kind === 'person' ? read() : inVisitorsTurn(read));
      return sendPapers(ctx, person, { request: papersIn(value), files: pictures, key });
    },
  ),
] as const;
