import { z } from 'zod';
import { SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import type { Services } from '#start/services.server.ts';
import {
  Fund,
  FundTermsDraft,
  FundTermsState,
  Payout,
  PayoutCandidate,
  PayoutRequest,
  PayoutWithdrawal,
  WaitingPayout,
} from './fund.ts';
import { payoutStateLabels } from './payout-state.ts';

const tags = ['基金'];
const OneFund = z.strictObject({ socialChallengeId: SocialChallengeId });
const OnePayout = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '支払いの指定が正しくありません。'),
});
const reading = { config: { allow: 'money.read' } } as const;
const paying = { config: { allow: 'funds.pay', needs: 'second-factor-shown' } } as const;
const path = '/api/office/funds';

const day = (text: string | null) => (text ? formatDate(text) : '');
const columns = [
  ['管理番号', ({ id }: Payout) => id],
  ['決定日', ({ decidedOn }: Payout) => formatDate(decidedOn)],
  ['社会課題', ({ socialChallengeId }: Payout) => socialChallengeId],
  ['基金', ({ fundName }: Payout) => fundName],
  ['団体ID', ({ associateId }: Payout) => associateId],
  ['団体', ({ associateName }: Payout) => associateName],
  ['金額（円）', ({ amountYen }: Payout) => String(amountYen)],
  ['理由', ({ reason }: Payout) => reason],
  ['状態', ({ state }: Payout) => payoutStateLabels[state]],
  ['送金', ({ runNumber }: Payout) => runNumber],
  ['着金日', ({ receivedOn }: Payout) => day(receivedOn)],
  ['決めた人', ({ decidedBy }: Payout) => decidedBy],
  ['決めた日時', ({ decidedAt }: Payout) => formatDateTime(decidedAt)],
  ['取り消した日時', ({ withdrawnAt }: Payout) => (withdrawnAt ? formatDateTime(withdrawnAt) : '')],
  ['取り消しの理由', ({ withdrawalReason }: Payout) => withdrawalReason],
] as const;

type Funds = Services['funds'];

/** Funds for the operator: balances, pay-outs and their withdrawal, terms of gifts to funds. */
export function adminFundRoutes(app: App, { funds }: Pick<Services, 'funds'>) {
  readingRoutes(app, funds);
  payoutLists(app, funds);
  payingRoutes(app, funds);
}

function readingRoutes(app: App, funds: Funds) {
  app.get(
    path,
    {
      ...reading,
      schema: { response: { 200: z.array(Fund) }, tags, summary: '基金の一覧と残高' },
    },
    () => funds.current(),
  );
  app.get(
    `${path}/:socialChallengeId`,
    {
      ...reading,
      schema: { params: OneFund, response: { 200: Fund }, tags, summary: '一つの基金' },
    },
    ({ params }) => funds.currentFund(params.socialChallengeId),
  );
  app.get(
    `${path}/:socialChallengeId/candidates`,
    {
      ...reading,
      schema: {
        params: OneFund,
        querystring: z.strictObject({ name: keyword }),
        response: { 200: z.object({ items: z.array(PayoutCandidate) }) },
        tags,
        summary: '支払い先にできる団体を名前で探す（20件まで）',
      },
    },
    async ({ params, query }) => ({
      items: await funds.candidates(params.socialChallengeId, query.name.trim()),
    }),
  );
  app.get(
    `${path}/:socialChallengeId/waiting`,
    {
      ...reading,
      schema: {
        params: OneFund,
        response: { 200: z.object({ items: z.array(WaitingPayout) }) },
        tags,
        summary: '承認を待っている支払い',
      },
    },
    async ({ params }) => ({ items: await funds.waitingPayouts(params.socialChallengeId) }),
  );
  app.get(
    '/api/office/fund-terms',
    {
      ...reading,
      schema: { response: { 200: FundTermsState }, tags, summary: '基金への寄付の手数料の決まり' },
    },
    () => funds.terms(),
  );
}

function payoutLists(app: App, { payoutList }: Funds) {
  const list = {
    allow: 'money.read',
    tags,
    item: Payout,
    columns,
    fileName: 'fund-payouts',
    ...payoutList,
  } as const;
  listRoutes(app, {
    ...list,
    tags,
    path: '/api/office/fund-payouts',
    summary: '基金からの支払い（新しい順。50件ずつ）',
    query: { socialChallengeId: z.optional(SocialChallengeId) },
  });
  listRoutes(app, {
    ...list,
    tags,
    path: `${path}/:socialChallengeId/payouts`,
    summary: '一つの基金からの支払い（新しい順。50件ずつ）',
    params: OneFund.shape,
    query: {},
  });
}

function payingRoutes(app: App, funds: Funds) {
  app.post(
    `${path}/:socialChallengeId/payouts`,
    {
      ...paying,
      schema: {
        headers: IdempotencyKey,
        params: OneFund,
        body: PayoutRequest,
        response: { 200: AskedApproval },
        tags,
        summary: '基金から団体への支払いを依頼する（公開される理由つき。もう1人の承認で記帳）',
      },
    },
    (request) =>
      funds.askForPayout(
        personOf(request),
        request.params.socialChallengeId,
        request.body,
        request.headers['idempotency-key'],
      ),
  );
  app.post(
    '/api/office/fund-payouts/:id/withdraw',
    {
      ...paying,
      schema: {
        params: OnePayout,
        body: PayoutWithdrawal,
        response: { 200: Payout },
        tags,
        summary: '送金の準備に入る前の支払いを、理由をつけて取り消す',
      },
    },
    (request) => funds.withdraw(personOf(request), request.params.id, request.body),
  );
  app.post(
    '/api/office/fund-terms',
    {
      ...paying,
      schema: {
        body: FundTermsDraft,
        response: { 200: FundTermsState },
        tags,
        summary: '基金への寄付の手数料の決まりを記録する（前の決まりは残る）',
      },
    },
    (request) => funds.addTerms(personOf(request), request.body),
  );
}
