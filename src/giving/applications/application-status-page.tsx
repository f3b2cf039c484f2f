import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/application-status-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お申し込みの状況',
    description: '箱の発送から寄付まで、お申し込みの状況をご覧いただけます。',
    isListed: false,
  });

export const handle = { breadcrumb: 'お申し込みの状況' };

const FollowedApplication = lazyPart(() =>
  import('./followed-application.tsx').then((part) => part.FollowedApplication),
);

export default function ApplicationStatus() {
  return (
    <div className="page-container py-10">
      <h1 className="mb-6">お申し込みの状況</h1>
      <Lazy>
        <FollowedApplication />
      </Lazy>
    </div>
  );
}
