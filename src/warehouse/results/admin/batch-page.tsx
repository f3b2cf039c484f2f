import { useQuery } from '#kit/client/use-query.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';
import type { Route } from './+types/batch-page.ts';
import { BatchDetail } from './batch-detail.tsx';
import { WaitingBatch } from './waiting-batch.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '取り込みの内容｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminBatch({ params: { batchId } }: Route.ComponentProps) {
  return <Batch key={batchId} batchId={batchId} />;
}

/** A batch that was never released has editable rows, and so another page. */
function Batch({ batchId }: { batchId: string }) {
  const path = `/api/office/results/batches/${encodeURIComponent(batchId)}`;
  const batchQuery = useQuery<{ batch: ResultBatch }>(path);
  const batch = batchQuery.value?.batch;
  if (batch && batch.state !== 'released') {
    return <WaitingBatch batch={batch} onChanged={batchQuery.reload} />;
  }
  return <BatchDetail key={batch?.version ?? 0} batchId={batchId} />;
}
