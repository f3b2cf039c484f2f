import { roleLabels } from '#kit/permissions/roles.ts';
import { monthInWords } from '#kit/values/days/month.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type BankAccount, bankAccountKindLabels } from '#money/bank-accounts/bank-account.ts';
import type { Approval, ApprovalKind } from './approval.ts';
import {
  AssociateMergeChange,
  BankAccountChange,
  FundPayoutChange,
  MonthCloseChange,
  RemittanceChange,
  RemittanceRunChange,
  RoleChange,
} from './approval-change.ts';
import type { StandingDonations } from './standing-donations.server.ts';

type Words = Pick<Approval, 'title' | 'facts'> & {
  /** Path of the detail page below /admin, by subject. */
  to: (subjectId: string) => string;
  /** Subject, if the change itself names it. */
  subject?: string;
};

const none = 'なし';

function roleWords(change: RoleChange): Words {
  const fact = (before: string, after: string) => [{ label: '役割', before, after }];
  switch (change.type) {
    case 'change':
      return {
        title: '役割の変更',
        to: () => 'people',
        facts: fact(roleLabels[change.from], roleLabels[change.to]),
      };
    case 'remove':
      return {
        title: '運営から外す',
        to: () => 'people',
        facts: fact(roleLabels[change.from], none),
      };
    case 'invite':
      return {
        title: '運営への招待',
        to: () => 'people',
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
  to: (subjectId) =>
    subjectId === '' ? 'bank-account' : `associates/${encodeURIComponent(subjectId)}`,
  facts: accountFields.map(([label, read]) => ({
    label,
    before: before ? read(before) : none,
    after: read(after),
  })),
});

const notSent = '未送金';

function remittanceWords({ appraisalIds }: RemittanceChange, given: StandingDonations): Words {
  const found = appraisalIds.flatMap((appraisalId) => given.get(appraisalId) ?? []);
  const byTarget = Map.groupBy(found, ({ targetId }) => targetId);
  const sumOf = (donations: readonly { amountYen: number }[]) =>
    `${formatYen(donations.reduce((sum, { amountYen }) => sum + amountYen, 0))}円`;
  const names = [...byTarget.values()].map(([first]) => first?.targetName ?? '');
  const [first = '', ...others] = names;
  const whom = others.length > 0 ? `${first} ほか${others.length}か所` : first;
  const count = `${appraisalIds.length}件`;
  const after = (donations: typeof found, of: string) => `送金済み ${sumOf(donations)}（${of}）`;
  return {
    title: '送金の記録',
    to: () => '',
    subject: `${count}・${sumOf(found)}${whom && `（${whom}）`}`,
    facts: [
      { label: '合計', before: notSent, after: after(found, count) },
      ...[...byTarget.values()].map((donations) => ({
        label: donations[0]?.targetName ?? '',
        before: notSent,
        after: after(donations, `${donations.length}件`),
      })),
    ],
  };
}

const runWords = (change: RemittanceRunChange): Words => ({
  title: '送金',
  to: (subjectId) => `remittances/${encodeURIComponent(subjectId)}`,
  subject: `送金${change.number}・${change.count}団体・${formatYen(change.amountYen)}円`,
  facts: [
    {
      label: '合計',
      before: notSent,
      after: `${formatYen(change.amountYen)}円（${change.count}団体）`,
    },
    { label: '対象期間', before: none, after: `${change.periodFrom}〜${change.periodTo}` },
    { label: '振込指定日', before: none, after: change.transferOn },
  ],
});

const monthWords = ({
  month,
  postings,
  debitYen,
  explanations,
  bankReason,
}: MonthCloseChange): Words => ({
  title: '月の締め',
  to: () => 'month-close',
  subject: monthInWords(month),
  facts: [
    { label: '帳簿', before: '開いている', after: '締める（あとから動かせません）' },
    {
      label: '記帳',
      before: none,
      after: `${formatYen(postings)}件・借方と貸方 ${formatYen(debitYen)}円`,
    },
    ...explanations.map(({ appraisalId, text }) => ({
      label: `保留の説明 ${appraisalId}`,
      before: none,
      after: text,
    })),
    ...(bankReason ? [{ label: '銀行口座の残高の説明', before: none, after: bankReason }] : []),
  ],
});

const mergeWords = ({ from, into, account, ...sums }: AssociateMergeChange): Words => {
  const gifts = `${formatYen(sums.donations)}件・${formatYen(sums.donationYen)}円`;
  const nameOf = ({ name, id }: typeof from) => `${name}（${id}）`;
  return {
    title: '団体の統合',
    to: (subjectId) => `associates/${encodeURIComponent(subjectId)}`,
    subject: nameOf(from),
    facts: [
      { label: '統合先', before: none, after: nameOf(into) },
      { label: 'これまでの寄付', before: from.name, after: `${into.name}（${gifts}）` },
      {
        label: 'これからお支払いする額',
        before: from.name,
        after: `${into.name}（${formatYen(sums.owedYen)}円）`,
      },
      ...accountFields.map(([label, read]) => ({
        label: `お支払い先の${label}`,
        before: '',
        after: account ? read(account) : none,
      })),
    ],
  };
};

const payoutWords = (change: FundPayoutChange): Words => ({
  title: '基金からの支払い',
  to: () => `funds/${encodeURIComponent(change.socialChallengeId)}`,
  subject: `${change.fundName}から${change.associateName}へ・${formatYen(change.amountYen)}円`,
  facts: [
    { label: '支払う額', before: none, after: `${formatYen(change.amountYen)}円` },
    { label: '支払い先', before: none, after: change.associateName },
    { label: '公開する理由', before: none, after: change.reason },
  ],
});

/** A change in words, before and after; for remittances with their unreversed donations. */
export function wordsOf(kind: ApprovalKind, change: unknown, given: StandingDonations): Words {
  switch (kind) {
    case 'role':
      return roleWords(RoleChange.parse(change));
    case 'bank-account':
      return bankWords(BankAccountChange.parse(change));
    case 'month-close':
      return monthWords(MonthCloseChange.parse(change));
    case 'associate-merge':
      return mergeWords(AssociateMergeChange.parse(change));
    case 'remittance':
      return remittanceWords(RemittanceChange.parse(change), given);
    case 'remittance-run':
      return runWords(RemittanceRunChange.parse(change));
    case 'fund-payout':
      return payoutWords(FundPayoutChange.parse(change));
  }
}
