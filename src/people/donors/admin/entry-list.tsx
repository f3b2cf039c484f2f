import type { ReactNode } from 'react';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { Rows } from '#kit/lists/rows.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type DonorEntries, type DonorPart, donorPartLabels } from '#people/donors/donor.ts';
import { mailStateLabels } from '#people/mail/admin-mail.ts';
import { contactKindLabels } from '#people/messages/contact-message.ts';
import { NoteList } from './notes.tsx';

const link = 'font-bold text-coral-dark underline underline-offset-4';

const ApplicationLink = ({ id }: { id: string }) => (
  <Link to={`/admin/applications/${id}`} className={`${link} whitespace-nowrap tabular-nums`}>
    {id}
  </Link>
);
const Day = ({ children }: { children: string }) => (
  <span className="whitespace-nowrap tabular-nums">{formatDate(children)}</span>
);
const Yen = ({ children }: { children: number }) => (
  <span className="whitespace-nowrap tabular-nums">{formatYen(children)}円</span>
);

const identityLabels = {
  'not-needed': '',
  due: '書類待ち',
  submitted: '書類の確認待ち',
  approved: '承認済み',
  rejected: '差し戻し',
} as const;
const pledgeStates: Readonly<Record<string, string>> = {
  draft: '下書き',
  published: '公開中',
  hidden: '非公開',
  withheld: '公開停止',
  removed: '削除',
};

type ListedPart = Exclude<DonorPart, 'notes'>;
type Columns = {
  [Part in ListedPart]: readonly Column<DonorEntries[Part]>[];
};

const number: Column<DonorEntries['applications']> = {
  label: '申込番号',
  isRowHeader: true,
  cell: ({ appraisalId }) => <ApplicationLink id={appraisalId} />,
};
const target: Column<{ targetName: string }> = {
  label: '寄付先',
  cell: ({ targetName }) => <span className="line-clamp-2">{targetName}</span>,
};

const columns: Columns = {
  applications: [
    number,
    target,
    {
      label: 'いま',
      cell: ({ state, isByPhone }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Chip>{applicationStateFacts[state].admin}</Chip>
          {isByPhone && <Chip tone="sky">お電話</Chip>}
        </span>
      ),
    },
    { label: '申込日', cell: ({ createdAt }) => <Day>{createdAt}</Day> },
  ],
  checks: [
    number,
    target,
    {
      label: '本人確認',
      cell: ({ identity }) => <Chip tone="honey">{identityLabels[identity]}</Chip>,
    },
    { label: '申込日', cell: ({ createdAt }) => <Day>{createdAt}</Day> },
  ],
  donations: [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: ({ appraisalId }) => <ApplicationLink id={appraisalId} />,
    },
    target,
    { label: '金額', isNumber: true, cell: ({ amountYen }) => <Yen>{amountYen}</Yen> },
    { label: '寄付の日', cell: ({ donatedAt }) => <Day>{donatedAt}</Day> },
  ],
  mails: [
    {
      label: '件名',
      isRowHeader: true,
      cell: ({ id, subject }) => (
        <Link to={`/admin/mails?open=${id}`} className={link}>
          {subject}
        </Link>
      ),
    },
    { label: '状態', cell: ({ state }) => <Chip>{mailStateLabels[state]}</Chip> },
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
  ],
  messages: [
    {
      label: '内容',
      isRowHeader: true,
      cell: ({ id, message }) => (
        <Link to={`/admin/messages?open=${id}`} className={link}>
          {excerptOf(message)}
        </Link>
      ),
    },
    { label: '種類', cell: ({ kind }) => contactKindLabels[kind] },
    {
      label: '状態',
      cell: ({ answeredAt }) => (
        <Chip tone={answeredAt ? 'leaf' : 'honey'}>{answeredAt ? '対応済み' : '未対応'}</Chip>
      ),
    },
    { label: '受付日', cell: ({ createdAt }) => <Day>{createdAt}</Day> },
  ],
  receipts: [
    {
      label: '番号',
      isRowHeader: true,
      cell: ({ number: one }) => <span className="whitespace-nowrap tabular-nums">{one}</span>,
    },
    {
      label: '種類',
      cell: ({ kind, year }) => (kind === 'year' ? `${year}年の合計` : '1件の寄付'),
    },
    { label: '団体', cell: ({ associateName }) => associateName },
    { label: '金額', isNumber: true, cell: ({ amountYen }) => <Yen>{amountYen}</Yen> },
    { label: '発行日', cell: ({ issuedAt }) => <Day>{issuedAt}</Day> },
  ],
  pledges: [
    {
      label: '文章',
      isRowHeader: true,
      cell: ({ id, text, state }) =>
        state === 'published' ? (
          <Link to={`/my-pledge/${id}`} className={link}>
            {excerptOf(text)}
          </Link>
        ) : (
          excerptOf(text)
        ),
    },
    { label: '状態', cell: ({ state }) => <Chip>{pledgeStates[state] ?? state}</Chip> },
    { label: '申込番号', cell: ({ appraisalId }) => <ApplicationLink id={appraisalId} /> },
    { label: '投稿日', cell: ({ pledgedAt }) => <Day>{pledgedAt}</Day> },
  ],
};

const rowKey = (row: { id?: string; number?: string; appraisalId?: string | null }) =>
  row.id ?? row.number ?? row.appraisalId ?? '';

/** The entries of one kind, or a note that there are none. */
export function EntryList<Part extends DonorPart>({
  donorId,
  part,
  entries,
  onChanged,
}: {
  donorId: string;
  part: Part;
  entries: readonly DonorEntries[Part][];
  onChanged: () => void;
}): ReactNode {
  if (entries.length === 0) {
    return <p className="py-2 text-ink-2">{donorPartLabels[part]}はありません。</p>;
  }
  if (part === 'notes') {
    const notes = entries as readonly DonorEntries['notes'][];
    return <NoteList donorId={donorId} notes={notes} onChanged={onChanged} />;
  }
  type Entry = DonorEntries[ListedPart];
  return <Entries part={part as ListedPart} entries={entries as readonly Entry[]} />;
}

function Entries<Part extends ListedPart>({
  part,
  entries,
}: {
  part: Part;
  entries: readonly DonorEntries[Part][];
}) {
  return (
    <Rows<DonorEntries[Part]>
      caption={`${donorPartLabels[part]}の一覧`}
      columns={columns[part]}
      rows={entries}
      rowKey={rowKey}
    />
  );
}
