import type { Approval, ApprovalKind } from '#domain/approvals/approval.ts';
import { BankAccountChange, RoleChange } from '#domain/approvals/approval-change.ts';
import { roleLabels } from '#domain/auth/roles.ts';
import { type BankAccount, bankAccountKindLabels } from '#domain/bank-accounts/bank-account.ts';

type Words = Pick<Approval, 'title' | 'facts'> & {
  /** Whom it is about, where the change itself names them. */
  subject?: string;
};

const none = 'なし';

function roleWords(change: RoleChange): Words {
  const fact = (before: string, after: string) => [{ label: '役割', before, after }];
  switch (change.type) {
    case 'change':
      return {
        title: '役割の変更',
        facts: fact(roleLabels[change.from], roleLabels[change.to]),
      };
    case 'remove':
      return { title: '運営から外す', facts: fact(roleLabels[change.from], none) };
    case 'invite':
      return {
        title: '運営への招待',
        subject: change.email,
        facts: fact(none, roleLabels[change.to]),
      };
  }
}

const accountFields: readonly [string, (account: BankAccount) => string][] = [
  ['銀行', ({ bankName, bankCode }) => `${bankName}（${bankCode}）`],
  ['支店', ({ branchName, branchCode }) => `${branchName}（${branchCode}）`],
  ['種類', ({ kind }) => bankAccountKindLabels[kind]],
  ['口座番号', ({ number }) => number],
  ['口座名義', ({ holder }) => holder],
];

const bankWords = ({ before, after }: BankAccountChange): Words => ({
  title: before ? '口座の変更' : '口座の登録',
  facts: accountFields.map(([label, read]) => ({
    label,
    before: before ? read(before) : none,
    after: read(after),
  })),
});

/** What a change says, before and after. */
export const wordsOf = (kind: ApprovalKind, change: unknown): Words =>
  kind === 'role'
    ? roleWords(RoleChange.parse(change))
    : bankWords(BankAccountChange.parse(change));
