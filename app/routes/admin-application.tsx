import { ApplicationDetail } from '#app/features/office/applications/application-detail.tsx';
import type { Route } from './+types/admin-application.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.appraisalId}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminApplication({ params: { appraisalId } }: Route.ComponentProps) {
  return <ApplicationDetail key={appraisalId} appraisalId={appraisalId} />;
}
