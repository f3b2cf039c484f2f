import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import type { Services } from '#start/services.server.ts';
import { BankAccountRequest, BankAccountState, BankChoice } from './bank-account.ts';
import { AccountConfirmation, BlockedAccount } from './blocked-account.ts';

const tags = ['運営'];
const config = { allow: 'bank-accounts.change' } as const;
const changes = { ...config, needs: 'second-factor-shown' } as const;
const associatePath = '/api/office/associates/:associateId/bank-account';
const servicePath = '/api/office/bank-account';

const OneAssociate = z.strictObject({ associateId: z.string().min(1).max(100) });
const Named = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, '名前か番号を入力してください。')
    .check(maxLetters(50, '50文字以内で入力してください。')),
});
const Choices = z.object({ items: z.array(BankChoice) });

/** Accounts of organisations and of the service, and the banks and branches to choose from. */
export function adminBankAccountRoutes(app: App, { bankAccounts }: Pick<Services, 'bankAccounts'>) {
  app.get(
    '/api/office/banks',
    {
      config,
      schema: {
        querystring: Named,
        response: { 200: Choices },
        tags,
        summary: '銀行を名前・よみ・番号で探す（20件まで）',
      },
    },
    async (request) => ({ items: await bankAccounts.findBanks(request.query.name) }),
  );
  app.get(
    '/api/office/banks/:code/branches',
    {
      config,
      schema: {
        params: z.strictObject({ code: z.string().max(20) }),
        querystring: Named,
        response: { 200: Choices },
        tags,
        summary: '銀行の支店を名前・よみ・番号で探す（20件まで）',
      },
    },
    async (request) => ({
      items: await bankAccounts.findBranches(request.params.code, request.query.name),
    }),
  );
  app.get(
    associatePath,
    {
      config,
      schema: {
        params: OneAssociate,
        response: { 200: BankAccountState },
        tags,
        summary: '団体の振込先の口座（口座番号は末尾4桁）と、承認待ちの変更',
      },
    },
    (request) => bankAccounts.bankAccount(request.params.associateId),
  );
  app.post(
    associatePath,
    {
      config: changes,
      schema: {
        params: OneAssociate,
        body: BankAccountRequest,
        response: { 200: AskedApproval },
        tags,
        summary: '団体の振込先の口座の変更を依頼する（もう1人の承認で反映）',
      },
    },
    (request) =>
      bankAccounts.askForBankAccount(personOf(request), request.params.associateId, request.body),
  );
  app.post(
    `${associatePath}/confirm`,
    {
      config: changes,
      schema: {
        params: OneAssociate,
        body: AccountConfirmation,
        response: { 200: BankAccountState },
        tags,
        summary: '振込が戻ってきた口座が正しいことを記録する（blockIdは見ていた停止）',
      },
    },
    async (request) => {
      const { associateId } = request.params;
      await bankAccounts.confirmAccount(personOf(request), associateId, request.body);
      return bankAccounts.bankAccount(associateId);
    },
  );
  listRoutes(app, {
    path: '/api/office/blocked-accounts',
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
    ...bankAccounts.blockedList,
  });
  app.get(
    servicePath,
    {
      config,
      schema: {
        response: { 200: BankAccountState },
        tags,
        summary: 'サービスの振込元の口座（口座番号は末尾4桁）と、承認待ちの変更',
      },
    },
    () => bankAccounts.bankAccount(''),
  );
  app.post(
    servicePath,
    {
      config: changes,
      schema: {
        body: BankAccountRequest,
        response: { 200: AskedApproval },
        tags,
        summary: 'サービスの振込元の口座の変更を依頼する（もう1人の承認で反映）',
      },
    },
    (request) => bankAccounts.askForBankAccount(personOf(request), '', request.body),
  );
}
