import type { Route } from './+types/kit-batch-page.ts';
import { BatchDetail } from './batch-detail.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '発送の束｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function KitBatchPage({ params: { batchId } }: Route.ComponentProps) {
  return <BatchDetail key={batchId} batchId={batchId} />;
}
