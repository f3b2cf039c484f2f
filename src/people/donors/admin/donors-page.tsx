import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { type DonorLine, donorPath, donorsPageSize } from '#people/donors/donor.ts';
import { DonorChips } from './donor-chips.tsx';

export const meta = () => [{ title: '寄付者｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const source: ListConfig<DonorLine> = {
  path: '/admin/donors',
  api: '/api/office/donors',
  rowKey: ({ id }) => id,
};

const nameOf = ({ name }: DonorLine) => name || '（お名前なし）';

const look: ListDisplay<DonorLine> = {
  title: '寄付者',
  pageSize: donorsPageSize,
  search: '名前・かな・電話・メール・申込番号',
  csv: '/api/office/donors.csv',
  columns: (links) => [
    {
      label: 'お名前',
      isRowHeader: true,
      cell: (donor) => (
        <>
          <RowLink {...links.page(donorPath(donor))}>{nameOf(donor)}</RowLink>
          <span className="block text-sm text-ink-2">{donor.nameKana}</span>
        </>
      ),
    },
    { label: 'メール', cell: ({ email }) => <span className="break-all">{email}</span> },
    {
      label: '電話番号',
      cell: ({ tel }) => <span className="whitespace-nowrap tabular-nums">{formatPhone(tel)}</span>,
    },
    { label: '記録', cell: (donor) => <DonorChips {...donor} /> },
    {
      label: '日付',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDate(createdAt)}</span>
      ),
    },
  ],
  card: (donor, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(donorPath(donor))}>{nameOf(donor)}</RowLink>
        <DonorChips {...donor} />
      </CardLine>
      <p className="text-sm break-all">{donor.email}</p>
      <p className="text-sm text-ink-2 tabular-nums">{formatPhone(donor.tel)}</p>
    </>
  ),
  empty: ({ keyword }) =>
    keyword === ''
      ? { title: 'まだ寄付者がいません', advice: '会員登録かお申し込みがあると、ここに並びます。' }
      : {
          title: '当てはまる方がいません',
          advice: 'お名前の一部、ふりがな、電話番号の下4桁などで、もう一度お探しください。',
        },
};

/** Donors and guests, found by what a caller says about themselves. */
export default function DonorsPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="寄付者">
        <ButtonLink to="/admin/applications/new" variant="outline" size="small">
          お電話のお申し込み
        </ButtonLink>
      </PageHead>
      <Panel label="寄付者の一覧">
        <ListScreen list={list} look={look} />
      </Panel>
    </>
  );
}
