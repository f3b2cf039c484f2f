import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { tagged } from '#kit/http/versions.server.ts';
import { filePolicy } from '#kit/images/file-policy.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  checkList,
  countChecks,
  findCheck,
  openPaper,
  returnPapers,
} from './admin-checks.server.ts';
import { identityLabels, paperFacts } from './identity-check.ts';
import {
  AdminIdentityCheck,
  AdminPapers,
  PapersReturn,
  WaitingIdentity,
} from './identity-check-schema.ts';
import { letterList, printLetterLabels } from './letters.server.ts';
import { methodLabel } from './methods.ts';
import {
  IdentityLetter,
  LedgerItems,
  LetterFacts,
  LetterLabels,
  LetterState,
  SellerReview,
} from './seller-facts.ts';
import { completeItems, noteLetter, reviewSeller } from './seller-review.server.ts';

const operator = { allow: 'identity.check', tags: ['本人確認'] as string[] } as const;
const one = { ...operator, params: { appraisalId: AppraisalId } } as const;
const changes = { ...one, ifMatch: 'needed', out: SellerReview } as const;
const absent = () => notFound('申込番号のお申し込み');
const day = (text: string) => (text === '' ? '' : formatDate(text));
const contentTypes = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

/** The operator's identity checks: papers, review of the seller, letters. Approval is in src/warehouse/results. */
export const adminIdentityDoors = [
  ...listDoors(
    '/api/office/identity-checks',
    {
      ...operator,
      summary: '本人確認待ちの申し込み（長く待つ順。20件ずつ）',
      query: { state: z._default(WaitingIdentity, 'submitted') },
      item: AdminIdentityCheck,
      columns: [
        ['申込番号', ({ appraisalId }) => appraisalId],
        ['お名前', ({ name }) => name],
        ['寄付先', ({ targetName }) => targetName],
        ['金額（円）', ({ amountYen }) => String(amountYen)],
        ['本人確認', ({ identity: state }) => identityLabels[state]],
        ['書類', ({ papers }) => papers.map((kind) => paperFacts[kind].label).join('、')],
        ['いつから', ({ since }) => formatDate(since)],
      ],
      fileName: 'identity-checks',
    },
    audited(checkList),
  ),
  door(
    'GET /api/office/identity-checks/counts',
    {
      ...operator,
      out: z.record(WaitingIdentity, z.number()),
      summary: '本人確認の状態ごとの件数',
    },
    (ctx) => countChecks(ctx),
  ),
  door(
    'GET /api/office/identity-checks/:appraisalId',
    { ...one, out: AdminPapers, summary: '申し込みの本人確認書類の一覧（版はETag）' },
    async (ctx, { params: { appraisalId }, reply }) => {
      const found = await findCheck(ctx, appraisalId);
      if (!found) throw absent();
      return tagged(reply, found);
    },
  ),
  door(
    'GET /api/office/identity-papers/:id',
    {
      ...operator,
      notes: { kind: 'export', what: 'identity-papers' },
      params: { id: z.string().max(64) },
      out: saved(['image/jpeg', 'application/pdf'], 'JPEG、PDF'),
      headers: {
        'content-security-policy': filePolicy,
        'cross-origin-resource-policy': 'same-origin',
      },
      summary: '本人確認書類の1枚（閲覧は記録される）',
    },
    async (ctx, { person, params: { id } }) => {
      const paper = await openPaper(ctx, person, id);
      if (!paper) throw notFound('書類');
      const { format, bytes } = paper;
      return { fileName: `identity-paper.${format}`, type: contentTypes[format], bytes };
    },
  ),
  door(
    'POST /api/office/identity/:appraisalId/return',
    {
      ...one,
      ifMatch: 'needed',
      body: PapersReturn,
      out: z.strictObject({}),
      summary: '本人確認書類を理由をつけて差し戻す（見た版をIf-Matchで指定する）',
    },
    async (ctx, { person, params: { appraisalId }, body, version }) => {
      await returnPapers(ctx, person, appraisalId, body.reason, version);
      return {};
    },
  ),
  door(
    'GET /api/office/identity/:appraisalId/review',
    {
      ...one,
      out: SellerReview,
      summary: '書類と照らし合わせる申込者と、台帳に足りない項目（閲覧は記録される）',
    },
    async (ctx, { person, params: { appraisalId } }) => {
      const found = await reviewSeller(ctx, person, appraisalId);
      if (!found) throw absent();
      return found;
    },
  ),
  door(
    'POST /api/office/identity/:appraisalId/items',
    {
      ...changes,
      body: LedgerItems,
      summary: '台帳のための明細を補う（見た申し込みの版をIf-Matchで指定する）',
    },
    (ctx, { person, params: { appraisalId }, body, version }) =>
      completeItems(ctx, person, appraisalId, body.items, version),
  ),
  door(
    'POST /api/office/identity/:appraisalId/letter',
    {
      ...changes,
      body: LetterFacts,
      summary: '本人確認の方法と郵便を記録する（見た版をIf-Matchで指定する。初めては0）',
    },
    (ctx, { person, params: { appraisalId }, body, version }) =>
      noteLetter(ctx, person, appraisalId, body, version),
  ),
  ...listDoors(
    '/api/office/identity-letters',
    {
      ...operator,
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
    },
    audited(letterList),
  ),
  door(
    'POST /api/office/identity-letters/labels',
    {
      ...operator,
      notes: { kind: 'export', what: 'identity-letters' },
      body: LetterLabels,
      out: saved('application/pdf', 'PDF'),
      summary: '郵便の宛名ラベルのPDF（A4、24面か12面。印刷は記録される）',
    },
    async (ctx, { person, body }) => ({
      fileName: 'identity-letters.pdf',
      bytes: await printLetterLabels(ctx, person, body),
    }),
  ),
] as const;
