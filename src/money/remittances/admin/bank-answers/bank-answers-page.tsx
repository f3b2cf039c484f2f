import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type BankAnswer, bankAnswersPageSize } from '#money/bank-answers/bank-answer.ts';
import { useSession } from '#people/session/session.ts';
import { AnswerUpload } from './answer-upload.tsx';

export const meta = () => [
  { title: '銀行の明細｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Where the bank's statement comes in: what arrived, and what came back. */
export default function BankAnswersPage() {
  const { role } = useSession();
  const list = useList(answerSource);
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title="銀行の明細" />
      <div className="grid gap-4">
        {may(role, 'remittances.manage') ? (
          <AnswerUpload onTaken={list.reload} />
        ) : (
          <Notice title="取り込みは、送金の担当者が行います" />
        )}
        <Panel title="これまでに取り込んだ明細">
          <ListScreen list={list} look={answerLook} />
        </Panel>
      </div>
    </>
  );
}

const answerSource = declaredList({
  path: '/admin/remittances/bank-answers',
  api: addressOf('GET /api/office/bank-answers'),
  rowKey: ({ id }) => id,
});

/** The statements that were taken, the newest first. */
const answerLook: ListDisplay<BankAnswer> = {
  title: '取り込んだ明細',
  pageSize: bankAnswersPageSize,
  csv: addressOf('GET /api/office/bank-answers.csv'),
  columns: (links) => [
    {
      label: 'ファイル',
      isRowHeader: true,
      cell: (answer) => <AnswerLink answer={answer} links={links} />,
    },
    { label: '行数', isNumber: true, cell: ({ rows }) => formatYen(rows) },
    { label: '記録したもの', cell: doneWords },
    { label: '取り込んだ人', cell: ({ uploadedBy }) => uploadedBy },
    {
      label: '取り込み日時',
      cell: ({ uploadedAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(uploadedAt)}</span>
      ),
    },
  ],
  card: (answer, links) => (
    <>
      <CardLine>
        <AnswerLink answer={answer} links={links} />
      </CardLine>
      <CardLine>
        <span className="text-sm">{doneWords(answer)}</span>
        <span className="text-sm text-ink-2 tabular-nums">
          {formatDateTime(answer.uploadedAt)}　{answer.uploadedBy}
        </span>
      </CardLine>
    </>
  ),
  empty: () => ({
    title: '取り込んだ明細はまだありません',
    advice: '取り込んだ明細が、ここに並びます。',
  }),
};

/** A whole run counts as one row of the bank's. */
const doneWords = ({ transfers, totals, returns }: BankAnswer): string =>
  [
    ...(transfers + totals > 0 ? [`着金${formatYen(transfers + totals)}行`] : []),
    ...(returns > 0 ? [`組戻し${formatYen(returns)}行`] : []),
  ].join('、');

const AnswerLink = ({
  answer: { id, fileName },
  links,
}: {
  answer: BankAnswer;
  links: RowLinks;
}) => (
  <RowLink {...links.page(`/admin/remittances/bank-answers/${id}`)} className="wrap-anywhere">
    {fileName || '名前のないファイル'}
  </RowLink>
);
