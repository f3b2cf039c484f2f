import type { Route } from './+types/batch-page.ts';
import { BatchDetail } from './batch-detail.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '取り込みの内容｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminBatch({ params: { batchId } }: Route.ComponentProps) {
  return <BatchDetail key={batchId} batchId={batchId} />;
}
