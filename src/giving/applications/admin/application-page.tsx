import { useState } from 'react';
import {
  type AdminApplicationDetail,
  adminStepLabels,
} from '#giving/applications/admin-application.ts';
import { mayDonate } from '#giving/applications/application-state.ts';
import { IssueReceipt } from '#giving/receipt-runs/admin/issue-receipt.tsx';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Timeline } from '#kit/ui/timeline.tsx';
import { ApplicationBooks } from '#money/books/admin/box-books.tsx';
import { donorPath } from '#people/donors/donor.ts';
import { SentMails } from '#people/mail/admin/sent-mails.tsx';
import { useSession } from '#people/session/session.ts';
import { IdentityPapers } from '#warehouse/identity-checks/admin/identity-papers.tsx';
import { ResultCorrections } from '#warehouse/results/admin/result-corrections.tsx';
import type { Route } from './+types/application-page.ts';
import { timelineOf } from './admin-timeline.ts';
import { ApplicantFacts, GoodsFacts, ResultFacts } from './application-facts.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { IdentityApproval } from './identity-approval.tsx';
import { StateChip } from './state-chip.tsx';
import { type PlannedStep, StepDialog } from './step-dialog.tsx';
import { UndoOptions } from './steps/ways-back.tsx';
import { isEndingStep, nextStepOf } from './steps.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.appraisalId}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function ApplicationPage({ params: { appraisalId } }: Route.ComponentProps) {
  return <ApplicationDetail key={appraisalId} appraisalId={appraisalId} />;
}

/** Everything about one application, with its actions. */
function ApplicationDetail({ appraisalId }: { appraisalId: string }) {
  const answer = useQuery(
    addressOf('GET /api/office/applications/:appraisalId', { params: { appraisalId } }),
  );
  const [planned, setPlanned] = useState<PlannedStep>();
  const { value: application, problem, reload } = answer;
  return (
    <>
      <BackLink list={{ path: '/admin/applications', label: '申し込みの一覧' }} />
      {!application && (
        <h1 className="mb-5 font-sans text-2xl tabular-nums narrow:text-2xl">{appraisalId}</h1>
      )}
      {problem?.type === 'NotFound' ? (
        <EmptyState
          title="申し込みが見つかりませんでした"
          action={
            <ButtonLink to="/admin/applications" variant="outline" size="small">
              申し込みの一覧へ
            </ButtonLink>
          }
        >
          {problem.message}
        </EmptyState>
      ) : problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : application ? (
        <Sheet application={application} onStep={setPlanned} onChanged={reload} />
      ) : (
        <Panel label="申し込み">
          <Skeleton lines={12} />
        </Panel>
      )}
      <StepDialog
        planned={planned}
        hasWayBack
        onClose={() => setPlanned(undefined)}
        onDone={reload}
      />
    </>
  );
}

function Sheet({
  application,
  onStep,
  onChanged,
}: {
  application: AdminApplicationDetail;
  onStep: (planned: PlannedStep) => void;
  onChanged: () => void;
}) {
  const { role } = useSession();
  const { appraisalId, name, nameKana } = application;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-1">
        <h1 className="font-sans text-2xl tabular-nums narrow:text-2xl">{appraisalId}</h1>
        <p>
          <span className="text-lg font-bold">
            <bdi>{name}</bdi> 様
          </span>
          <span className="ml-2 text-sm text-ink-2">{nameKana}</span>
        </p>
        <StateChip {...application} />
      </div>
      {/* On the desktop steps and records are on the right; elsewhere steps come first. */}
      <div className="grid gap-4 desktop:grid-cols-[1fr_22rem] desktop:grid-rows-[auto_1fr]">
        <div className="desktop:col-start-2">
          <ApplicationSteps application={application} onStep={onStep} onChanged={onChanged} />
        </div>
        <div className="grid min-w-0 content-start gap-4 desktop:col-start-1 desktop:row-span-2 desktop:row-start-1">
          <Panel title="進み具合">
            <Timeline label="進み具合" entries={timelineOf(application)} />
          </Panel>
          {application.identity !== 'not-needed' && may(role, 'identity.check') && (
            <IdentityPapers
              // Reloads when the application has changed.
              key={application.status.version}
              appraisalId={appraisalId}
              onChanged={onChanged}
            />
          )}
          <Panel title="お届け先・連絡先">
            <ApplicantFacts application={application} />
            {application.email !== '' && may(role, 'donors.read') && (
              <p className="mt-3">
                <Link
                  to={donorPath({
                    id: application.uid ?? appraisalId,
                    isGuest: application.uid === null,
                  })}
                  className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
                >
                  この方の記録を見る
                </Link>
              </p>
            )}
            {application.email !== '' && may(role, 'applications.edit') && (
              <ButtonLink
                to={`/admin/applications/${appraisalId}/edit`}
                variant="outline"
                size="small"
                className="mt-3"
              >
                内容を編集する
              </ButtonLink>
            )}
          </Panel>
          <Panel title="申し込みの内容">
            <GoodsFacts application={application} />
            {application.state === 'goods-received' && may(role, 'appraisals.write') && (
              <p className="mt-3">
                <ButtonLink to={`/admin/appraisals/${appraisalId}`} variant="outline" size="small">
                  お品物を査定する
                </ButtonLink>
              </p>
            )}
          </Panel>
          {application.status.amountYen !== null && (
            <Panel title="査定の結果">
              <ResultFacts status={application.status} />
              <ResultCorrections
                key={application.status.version}
                appraisalId={appraisalId}
                onChanged={onChanged}
              />
            </Panel>
          )}
          {application.status.amountYen !== null && may(role, 'receipts.issue') && (
            <Panel title="受領証明書">
              <IssueReceipt appraisalId={appraisalId} />
            </Panel>
          )}
        </div>
        <div className="desktop:col-start-2">
          <ApplicationHistory
            history={application.history}
            editPath={
              application.email !== '' && may(role, 'applications.edit')
                ? `/admin/applications/${appraisalId}/edit`
                : undefined
            }
          />
          {application.status.amountYen !== null && may(role, 'money.read') && (
            <div className="mt-4">
              <ApplicationBooks key={application.status.version} appraisalId={appraisalId} />
            </div>
          )}
          {may(role, 'mails.manage') && (
            <div className="mt-4">
              <Panel title="送ったメール">
                <SentMails key={application.status.version} appraisalId={appraisalId} />
              </Panel>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

/** The possible steps of an application: the next one prominent, those that end it below. */
function ApplicationSteps({
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
