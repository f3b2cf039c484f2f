import { Late, latePart } from '#app/late-part.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/application-status.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お申し込みの状況',
    description: '箱の発送から寄付まで、お申し込みの状況をご覧いただけます。',
    isListed: false,
  });

export const handle = { breadcrumb: 'お申し込みの状況' };

const FollowedApplication = latePart(() =>
  import('#app/features/applications/followed-application.tsx').then(
    (part) => part.FollowedApplication,
  ),
);

export default function ApplicationStatus() {
  return (
    <div className="page-container py-10">
      <h1 className="mb-6">お申し込みの状況</h1>
      <Late>
        <FollowedApplication />
      </Late>
    </div>
  );
}
