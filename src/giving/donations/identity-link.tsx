import type { ApplicationStatus } from '#giving/applications/application.ts';
import { isOnHold } from '#giving/applications/application-timeline.ts';
import { ButtonLink } from '#kit/ui/button.tsx';

/** Links an application on hold to the page where its papers are sent; nothing for others. */
export function IdentityLink({ application }: { application: ApplicationStatus }) {
  if (!isOnHold(application)) return null;
  const { appraisalId, identity } = application;
  const isSent = identity === 'submitted';
  return (
    <p className="mt-4">
      <ButtonLink
        to={`/mypage/identity-check/${appraisalId}`}
        variant={isSent ? 'outline' : 'primary'}
        size="small"
      >
        {isSent
          ? '本人確認の状況を見る'
          : identity === 'rejected'
            ? '本人確認の書類を送り直す'
            : '本人確認の書類を送る'}
      </ButtonLink>
    </p>
  );
}
