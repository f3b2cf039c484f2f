import { type AdminApplication, adminStepLabels } from '#giving/applications/admin-application.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { useSession } from '#people/session/session.ts';
import type { PlannedStep } from './step-dialog.tsx';
import { nextStepOf } from './steps.ts';

const compact = 'desktop:min-h-9 desktop:px-4 whitespace-nowrap';

/** The next step of an application: a button in the list, or a link to where it is done. */
export function NextStep({
  application,
  onStep,
}: {
  application: AdminApplication;
  onStep: (planned: PlannedStep) => void;
}) {
  const { appraisalId, state } = application;
  const { role } = useSession();
  const step = nextStepOf(application);
  if (step) {
    return (
      <Button
        variant="outline"
        size="small"
        className={compact}
        aria-label={`${appraisalId}：${adminStepLabels[step]}`}
        onClick={() => onStep({ step, targets: [application] })}
      >
        {adminStepLabels[step]}
      </Button>
    );
  }
  if (state === 'goods-received' && may(role, 'appraisals.write')) {
    return (
      <ButtonLink
        to={`/admin/appraisals/${appraisalId}`}
        variant="quiet"
        size="small"
        className={compact}
      >
        査定へ
      </ButtonLink>
    );
  }
  if (state === 'appraised' && may(role, 'identity.check')) {
    return (
      <ButtonLink
        to={`/admin/applications/${appraisalId}`}
        variant="quiet"
        size="small"
        className={compact}
      >
        本人確認へ
      </ButtonLink>
    );
  }
  return <span className="text-ink-2 max-narrow:hidden">—</span>;
}
