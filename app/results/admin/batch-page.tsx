import { useSearchParams } from 'react-router';
import { pageOf } from '#app/admin/page-number.ts';
import type { Route } from './+types/batch-page.ts';
import { BatchDetail } from './batch-detail.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '取り込みの内容｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminBatch({ params: { batchId } }: Route.ComponentProps) {
  const page = pageOf(useSearchParams()[0]);
  return <BatchDetail key={batchId} batchId={batchId} page={page} />;
}
