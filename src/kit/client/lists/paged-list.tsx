import { type ReactNode, useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';

type Part<Row> = { rows: Row[]; total: string; next: string | null };

/** A list of the API, page by page with cursors. */
export function PagedList<Row>({
  path,
  version = '',
  label,
  empty,
  keyOf,
  children,
}: {
  path: string;
  /** A change reloads the list. */
  version?: string | number;
  label: string;
  empty: { title: string; text: string };
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const asked = `${path}${cursor ? `?cursor=${cursor}` : ''}`;
  const { value, problem, reload } = useQuery<Part<Row>>(`${asked} ${version}`, async (signal) => {
    const response = await apiResponse(asked, { signal });
    return {
      rows: (await response.json()) as Row[],
      total: response.headers.get('x-total-count') ?? '',
      next: response.headers.get('x-next-cursor'),
    };
  });
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={6} label={`${label}を読み込んでいます`} />;
  const { rows, total, next } = value;
  if (rows.length === 0 && cursors.length === 0) {
    return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  }
  return (
    <>
      <p className="text-sm text-ink-2 tabular-nums">全{total}件</p>
      <ul aria-label={label} className="mt-2 divide-y divide-dashed divide-line">
        {rows.map((row) => (
          <li key={keyOf(row)} className="py-4">
            {children(row)}
          </li>
        ))}
      </ul>
      {(cursors.length > 0 || next) && (
        <p className="mt-4 flex flex-wrap gap-3">
          {cursors.length > 0 && (
            <Button variant="outline" size="small" onClick={() => setCursors(cursors.slice(0, -1))}>
              前のページ
            </Button>
          )}
          {next && (
            <Button variant="outline" size="small" onClick={() => setCursors([...cursors, next])}>
              次のページ
            </Button>
          )}
        </p>
      )}
    </>
  );
}
