import type { ListDisplay } from '#kit/lists/list-screen.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import type { ListConfig } from '#kit/lists/use-list.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type BankAnswer, bankAnswersPageSize } from '#money/bank-answers/bank-answer.ts';

export const answerSource: ListConfig<BankAnswer> = {
  path: '/admin/remittances/bank-answers',
  api: '/api/office/bank-answers',
  rowKey: ({ id }) => id,
};

/** The statements that were taken, the newest first. */
export const answerLook: ListDisplay<BankAnswer> = {
  title: '取り込んだ明細',
  pageSize: bankAnswersPageSize,
  csv: '/api/office/bank-answers.csv',
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
