import { useSearchParams } from 'react-router';
import { PageHead } from '#app/admin/page-head.tsx';
import { pageOf } from '#app/admin/page-number.ts';
import { useQuery } from '#app/admin/use-query.ts';
import type { ResultBatch } from '#domain/results/result-import.ts';
import { BatchList } from './batch-list.tsx';
import { ResultUpload } from './result-upload.tsx';

export const meta = () => [
  { title: '査定結果｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Where results come in: the upload, and below it what was uploaded before. */
export default function ResultsPage() {
  const page = pageOf(useSearchParams()[0]);
  const batches = useQuery<ResultBatch[]>(`/api/office/results/batches?page=${page}`);
  return (
    <>
      <PageHead title="査定結果" />
      <div className="grid gap-4">
        <ResultUpload onImported={batches.reload} />
        <BatchList answer={batches} page={page} />
      </div>
    </>
  );
}
