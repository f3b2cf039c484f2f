import {
  type AdminApplicationDetail,
  adminStepLabels,
} from '#giving/applications/admin-application.ts';
import { mayDonate } from '#giving/applications/application-state.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { useSession } from '#people/session/session.ts';
import { IdentityApproval } from './identity-approval.tsx';
import type { PlannedStep } from './step-dialog.tsx';
import { UndoOptions } from './steps/ways-back.tsx';
import { isEndingStep, nextStepOf } from './steps.ts';

/** The possible steps of an application: the next one prominent, those that end it below. */
export function ApplicationSteps({
  application,
  onStep,
  onChanged,
}: {
  application: AdminApplicationDetail;
  onStep: (planned: PlannedStep) => void;
  onChanged: () => void;
}) {
  const { state, steps, kind, identity, status } = application;
  const { role } = useSession();
  const next = nextStepOf(application);
  const endings = steps.filter(isEndingStep);
  const isOnHold =
    state === 'appraised' && !mayDonate({ kind, identity, amountYen: status.amountYen ?? 0 });
  return (
    <Panel title="次の操作">
      {next && (
        <Button className="w-full" onClick={() => onStep({ step: next, targets: [application] })}>
          {adminStepLabels[next]}
        </Button>
      )}
      {state === 'goods-received' && (
        <>
          <p className="mb-3 text-sm text-ink-2">
            査定の結果は、査定の画面で入力するか、CSVで取り込みます。結果を確定すると、寄付まで進みます。
          </p>
          <ButtonLink to="/admin/results" className="w-full">
            査定結果を取り込む
          </ButtonLink>
        </>
      )}
      {isOnHold &&
        (may(role, 'identity.check') ? (
          <IdentityApproval application={application} onApproved={onChanged} />
        ) : (
          <p className="text-ink-2">本人確認が済むまで、寄付を保留しています。</p>
        ))}
      {!next && endings.length === 0 && !isOnHold && (
        <p className="text-ink-2">このお申し込みに、残っている操作はありません。</p>
      )}
      {endings.length > 0 && (
        <div className="mt-4 border-t border-dashed border-line pt-3">
          <p className="text-sm text-ink-2">途中で終えるとき</p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            {endings.map((step) => (
              <Button
                key={step}
                variant="outline"
                size="small"
                onClick={() => onStep({ step, targets: [application] })}
              >
                {adminStepLabels[step]}
              </Button>
            ))}
          </div>
        </div>
      )}
      <UndoOptions application={application} onChanged={onChanged} />
    </Panel>
  );
}
