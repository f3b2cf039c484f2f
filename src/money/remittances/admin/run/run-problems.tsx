import { Panel } from '#kit/lists/panel.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { mostProblems, type RunDetail, type RunProblem } from '#money/remittances/run.ts';

/** Errors to fix and warnings to review. */
export function RunProblems({ detail }: { detail: RunDetail }) {
  const { problems, problemCounts, run } = detail;
  const total = problemCounts.error + problemCounts.warning;
  if (total === 0) return null;
  const of = (level: RunProblem['level']) => problems.filter((one) => one.level === level);
  const errors = of('error');
  const warnings = of('warning');
  return (
    <Panel title="確かめるところ">
      <div className="grid gap-3">
        {errors.length > 0 && (
          <div className="rounded-xl border-2 border-error bg-error-soft px-4 py-3">
            <h3 className="font-sans text-base text-error">
              直すところ（{formatYen(problemCounts.error)}件）
            </h3>
            <Lines problems={errors} runId={run.id} />
          </div>
        )}
        {warnings.length > 0 && (
          <Disclosure summary={`ご確認ください（${formatYen(problemCounts.warning)}件）`}>
            <Lines problems={warnings} runId={run.id} />
          </Disclosure>
        )}
        {total > mostProblems && (
          <p className="text-sm text-ink-2">
            はじめの{formatYen(mostProblems)}件までを表示しています。
          </p>
        )}
      </div>
    </Panel>
  );
}

function Lines({ problems, runId }: { problems: readonly RunProblem[]; runId: string }) {
  return (
    <ul className="divide-y divide-dashed divide-line">
      {problems.map(({ remittanceId, targetName, message }) => (
        <li key={`${remittanceId} ${message}`} className="py-1.5 text-sm">
          {targetName !== '' && <Payee {...{ remittanceId, targetName, runId }} />}
          {message}
        </li>
      ))}
    </ul>
  );
}

/** A run's remittances are named for run and organisation: the organisation's page has its account. */
function Payee({
  remittanceId,
  targetName,
  runId,
}: {
  remittanceId: string;
  targetName: string;
  runId: string;
}) {
  const start = `${runId}:`;
  if (!remittanceId.startsWith(start)) return <b className="mr-2">{targetName}</b>;
  return (
    <Link
      to={`/admin/associates/${encodeURIComponent(remittanceId.slice(start.length))}`}
      aria-label={`${targetName}の口座を見る`}
      className="mr-2 font-bold text-coral-dark underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
    >
      {targetName}
    </Link>
  );
}
