import type { Route } from './+types/application-page.ts';
import { ApplicationDetail } from './application-detail.tsx';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.appraisalId}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminApplication({ params: { appraisalId } }: Route.ComponentProps) {
  return <ApplicationDetail key={appraisalId} appraisalId={appraisalId} />;
}
