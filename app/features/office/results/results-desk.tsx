import { useSearchParams } from 'react-router';
import { PageHead } from '#app/features/office/page-head.tsx';
import { pageOf } from '#app/features/office/page-of.ts';
import { useAnswer } from '#app/features/office/use-answer.ts';
import type { ResultBatch } from '#domain/result-import.ts';
import { BatchList } from './batch-list.tsx';
import { ResultUpload } from './result-upload.tsx';

/** Where results come in: the upload, and below it what was uploaded before. */
export function ResultsDesk() {
  const page = pageOf(useSearchParams()[0]);
  const batches = useAnswer<ResultBatch[]>(`/api/office/results/batches?page=${page}`);
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
