import { useQuery } from '#kit/client/use-query.ts';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Column } from '#kit/ui/table.tsx';
import type { LegalKey } from '#people/legal/legal-text.ts';
import type { ConsentCount } from '#people/legal/legal-text-schema.ts';
import { versionLabel } from './version-label.ts';

const count = (value: number) => value.toLocaleString('ja-JP');
const columns: Column<ConsentCount>[] = [
  { label: '版', isRowHeader: true, cell: ({ version }) => versionLabel(version) },
  { label: '会員登録で同意', cell: ({ members }) => `${count(members)}人` },
  { label: 'お申し込みで同意', cell: ({ applications }) => `${count(applications)}件` },
  { label: 'マイページでお知らせ', cell: ({ told }) => `${count(told)}人` },
];

/** The number of consents per version. */
export function ConsentCounts({ textKey }: { textKey: LegalKey }) {
  const { value, problem, reload } = useQuery<ConsentCount[]>(
    `/api/office/settings/legal/${textKey}/consents`,
  );
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={3} />;
  if (value.length === 0) return <p>まだ記録はありません。</p>;
  return (
    <FramedTable
      caption="版ごとの同意の数"
      columns={columns}
      rows={value}
      rowKey={({ version }) => String(version)}
    />
  );
}
