import { z } from 'zod';
import { SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import { readWaitingPayouts } from './decide-payout.server.ts';
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
import { readFunds } from './fund-figures.server.ts';
import {
  addFundTerms,
  askForFundPayout,
  fundTermsState,
  payoutCandidates,
  readFund,
  withdrawPayout,
} from './funds.server.ts';
import { payoutList } from './payout-rows.server.ts';
import { payoutStateLabels } from './payout-state.ts';

const tags = ['基金'];
const oneFund = { params: { socialChallengeId: SocialChallengeId }, tags } as const;
const reads = { allow: 'money.read', tags } as const;
const pays = { allow: 'funds.pay', needs: 'second-factor-shown', tags } as const;

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

const payouts = { ...reads, item: Payout, columns, fileName: 'fund-payouts' } as const;

const lists = [
  ...listDoors(
    '/api/office/fund-payouts',
    {
      ...payouts,
      summary: '基金からの支払い（新しい順。50件ずつ）',
      query: { socialChallengeId: z.optional(SocialChallengeId) },
    },
    audited(payoutList),
  ),
  ...listDoors(
    '/api/office/funds/:socialChallengeId/payouts',
    {
      ...payouts,
      ...oneFund,
      summary: '一つの基金からの支払い（新しい順。50件ずつ）',
      query: {},
    },
    audited(payoutList),
  ),
] as const;

/** Funds for the operator: balances, pay-outs and their withdrawal, terms of gifts to funds. */
export const adminFundDoors = [
  ...lists,
  door(
    'GET /api/office/funds',
    { ...reads, out: z.array(Fund), summary: '基金の一覧と残高' },
    ({ db }) => readFunds(db),
  ),
  door(
    'GET /api/office/funds/:socialChallengeId',
    { ...reads, ...oneFund, out: Fund, summary: '一つの基金' },
    (ctx, { params }) => readFund(ctx, params.socialChallengeId),
  ),
  door(
    'GET /api/office/funds/:socialChallengeId/candidates',
    {
      ...reads,
      ...oneFund,
      query: { name: keyword },
      out: z.object({ items: z.array(PayoutCandidate) }),
      summary: '支払い先にできる団体を名前で探す（20件まで）',
    },
    async (ctx, { params, query }) => ({
      items: await payoutCandidates(ctx, params.socialChallengeId, query.name.trim()),
    }),
  ),
  door(
    'GET /api/office/funds/:socialChallengeId/waiting',
    {
      ...reads,
      ...oneFund,
      out: z.object({ items: z.array(WaitingPayout) }),
      summary: '承認を待っている支払い',
    },
    async ({ db }, { params }) => ({
      items: await readWaitingPayouts(db, params.socialChallengeId),
    }),
  ),
  door(
    'GET /api/office/fund-terms',
    { ...reads, out: FundTermsState, summary: '基金への寄付の手数料の決まり' },
    fundTermsState,
  ),
  door(
    'POST /api/office/funds/:socialChallengeId/payouts',
    {
      ...pays,
      ...oneFund,
      isRepeatable: true,
      body: PayoutRequest,
      out: AskedApproval,
      summary: '基金から団体への支払いを依頼する（公開される理由つき。もう1人の承認で記帳）',
    },
    (ctx, { person, params, body, key }) =>
      askForFundPayout(ctx, person, params.socialChallengeId, body, key),
  ),
  door(
    'POST /api/office/fund-payouts/:id/withdraw',
    {
      ...pays,
      params: { id: z.string().regex(/^[\w-]{1,64}$/, '支払いの指定が正しくありません。') },
      body: PayoutWithdrawal,
      out: Payout,
      summary: '送金の準備に入る前の支払いを、理由をつけて取り消す',
    },
    (ctx, { person, params, body }) => withdrawPayout(ctx, person, params.id, body),
  ),
  door(
    'POST /api/office/fund-terms',
    {
      ...pays,
      body: FundTermsDraft,
      out: FundTermsState,
      summary: '基金への寄付の手数料の決まりを記録する（前の決まりは残る）',
    },
    (ctx, { person, body }) => addFundTerms(ctx, person, body),
  ),
] as const;
