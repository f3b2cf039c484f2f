import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import { BankAccountRequest, BankAccountState, BankChoice } from './bank-account.ts';
import {
  askForBankAccount,
  branchesOf,
  confirmBankAccount,
  readAccountState,
} from './bank-accounts.server.ts';
import { findBanks } from './banks.server.ts';
import { AccountConfirmation, BlockedAccount } from './blocked-account.ts';
import { blockedList } from './blocked-accounts.server.ts';

const tags = ['運営'];
const reads = { allow: 'bank-accounts.change', tags } as const;
const changes = { ...reads, needs: 'second-factor-shown' } as const;
const oneAssociate = { params: { associateId: z.string().min(1).max(100) } } as const;
const named = {
  name: z
    .string()
    .trim()
    .min(1, '名前か番号を入力してください。')
    .check(maxLetters(50, '50文字以内で入力してください。')),
} as const;
const Choices = z.object({ items: z.array(BankChoice) });

/** Accounts of organisations and of the service, and the banks and branches to choose from. */
export const bankAccountDoors = [
  door(
    'GET /api/office/banks',
    { ...reads, query: named, out: Choices, summary: '銀行を名前・よみ・番号で探す（20件まで）' },
    async (_ctx, { query }) => ({ items: await findBanks(query.name) }),
  ),
  door(
    'GET /api/office/banks/:code/branches',
    {
      ...reads,
      params: { code: z.string().max(20) },
      query: named,
      out: Choices,
      summary: '銀行の支店を名前・よみ・番号で探す（20件まで）',
    },
    async (_ctx, { params, query }) => ({ items: await branchesOf(params.code, query.name) }),
  ),
  door(
    'GET /api/office/associates/:associateId/bank-account',
    {
      ...reads,
      ...oneAssociate,
      out: BankAccountState,
      summary: '団体の振込先の口座（口座番号は末尾4桁）と、承認待ちの変更',
    },
    (ctx, { params }) => readAccountState(ctx, params.associateId),
  ),
  door(
    'POST /api/office/associates/:associateId/bank-account',
    {
      ...changes,
      ...oneAssociate,
      body: BankAccountRequest,
      out: AskedApproval,
      summary: '団体の振込先の口座の変更を依頼する（もう1人の承認で反映）',
    },
    (ctx, { person, params, body }) => askForBankAccount(ctx, person, params.associateId, body),
  ),
  door(
    'POST /api/office/associates/:associateId/bank-account/confirm',
    {
      ...changes,
      ...oneAssociate,
      body: AccountConfirmation,
      out: BankAccountState,
      summary: '振込が戻ってきた口座が正しいことを記録する（blockIdは見ていた停止）',
    },
    async (ctx, { person, params, body }) => {
      await confirmBankAccount(ctx, person, params.associateId, body);
      return readAccountState(ctx, params.associateId);
    },
  ),
  ...listDoors(
    '/api/office/blocked-accounts',
    {
      allow: 'money.read',
      tags: ['送金'],
      summary: '振込が戻ってきたため送金を止めている口座（新しい順、20件ずつ）',
      query: {},
      item: BlockedAccount,
      columns: [
        ['団体ID', ({ associateId }) => associateId],
        ['団体', ({ targetName }) => targetName],
        ['口座', ({ account }) => account],
        ['組戻しの日', ({ returnedOn }) => returnedOn],
        ['戻ってきた額', ({ amountYen }) => String(amountYen)],
        ['理由', ({ reason }) => reason],
        ['記録した日時', ({ blockedAt }) => formatDateTime(blockedAt)],
      ],
      fileName: 'blocked-accounts',
    },
    audited(blockedList),
  ),
  door(
    'GET /api/office/bank-account',
    {
      ...reads,
      out: BankAccountState,
      summary: 'サービスの振込元の口座（口座番号は末尾4桁）と、承認待ちの変更',
    },
    (ctx) => readAccountState(ctx, ''),
  ),
  door(
    'POST /api/office/bank-account',
    {
      ...changes,
      body: BankAccountRequest,
      out: AskedApproval,
      summary: 'サービスの振込元の口座の変更を依頼する（もう1人の承認で反映）',
    },
    (ctx, { person, body }) => askForBankAccount(ctx, person, '', body),
  ),
] as const;
