import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { demandedVersion } from '#kit/http/versions.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { methodLabel } from './methods.ts';
import {
  IdentityLetter,
  LedgerItems,
  LetterFacts,
  LetterLabels,
  LetterState,
  SellerReview,
} from './seller-facts.ts';

const One = z.strictObject({ appraisalId: AppraisalId });
const operator = { config: { allow: 'identity.check' } } as const;
const tags = ['本人確認'];
const day = (text: string) => (text === '' ? '' : formatDate(text));

/** Routes of the review of a seller and of the letters to sellers. */
export function identityReviewRoutes(app: App, { identity }: Pick<Services, 'identity'>) {
  app.get(
    '/api/office/identity/:appraisalId/review',
    {
      ...operator,
      schema: {
        params: One,
        response: { 200: SellerReview },
        tags,
        summary: '書類と照らし合わせる申込者と、台帳に足りない項目（閲覧は記録される）',
      },
    },
    async (request) => {
      const found = await identity.review(personOf(request), request.params.appraisalId);
      if (!found) throw notFound('申込番号のお申し込み');
      return found;
    },
  );
  app.post(
    '/api/office/identity/:appraisalId/items',
    {
      ...operator,
      schema: {
        params: One,
        body: LedgerItems,
        response: { 200: SellerReview },
        tags,
        summary: '台帳のための明細を補う（見た申し込みの版をIf-Matchで指定する）',
      },
    },
    (request) =>
      identity.completeItems(
        personOf(request),
        request.params.appraisalId,
        request.body.items,
        demandedVersion(request.headers['if-match']),
      ),
  );
  app.post(
    '/api/office/identity/:appraisalId/letter',
    {
      ...operator,
      schema: {
        params: One,
        body: LetterFacts,
        response: { 200: SellerReview },
        tags,
        summary: '本人確認の方法と郵便を記録する（見た版をIf-Matchで指定する。初めては0）',
      },
    },
    (request) =>
      identity.noteLetter(
        personOf(request),
        request.params.appraisalId,
        request.body,
        demandedVersion(request.headers['if-match']),
      ),
  );
  listRoutes(app, {
    path: '/api/office/identity-letters',
    allow: 'identity.check',
    tags,
    summary: '本人確認の郵便（長く待つ順。50件ずつ）',
    query: { state: z._default(LetterState, 'to-send') },
    item: IdentityLetter,
    columns: [
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['お名前', ({ name }) => name],
      ['ご住所', ({ address }) => address],
      ['方法', ({ method }) => methodLabel(method)],
      ['郵便の番号', ({ letterNumber }) => letterNumber],
      ['発送日', ({ sentOn }) => day(sentOn)],
      ['返送日', ({ returnedOn }) => day(returnedOn)],
      ['いつから', ({ since }) => formatDate(since)],
    ],
    fileName: 'identity-letters',
    ...identity.letterList,
  });
  app.post(
    '/api/office/identity-letters/labels',
    {
      config: { allow: 'identity.check', notes: { kind: 'export', what: 'identity-letters' } },
      schema: {
        body: LetterLabels,
        response: { 200: z.any().describe('PDF') },
        produces: ['application/pdf'],
        tags,
        summary: '郵便の宛名ラベルのPDF（A4、24面か12面。印刷は記録される）',
      },
    },
    async (request, reply) =>
      reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="identity-letters.pdf"',
          'cache-control': 'no-store',
        })
        .send(await identity.printLabels(personOf(request), request.body)),
  );
}
