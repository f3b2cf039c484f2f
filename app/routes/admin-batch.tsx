import { useSearchParams } from 'react-router';
import { pageOf } from '#app/features/office/page-of.ts';
import { BatchDetail } from '#app/features/office/results/batch-detail.tsx';
import type { Route } from './+types/admin-batch.ts';

export const meta: Route.MetaFunction = () => [
  { title: '取り込みの内容｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminBatch({ params: { batchId } }: Route.ComponentProps) {
  const page = pageOf(useSearchParams()[0]);
  return <BatchDetail key={batchId} batchId={batchId} page={page} />;
}
