import type { IdentityCheck as State } from '#giving/applications/application-state.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Card } from '#kit/ui/card.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { CheckExplained } from './check-explained.tsx';
import { identityLabels, onHoldMessages, paperFacts } from './identity-check.ts';
import type { IdentityCheckStatus } from './identity-check-schema.ts';
import { PapersForm } from './papers-form.tsx';

const tones: Record<State, ChipTone> = {
  'not-needed': 'plain',
  due: 'honey',
  submitted: 'sky',
  approved: 'leaf',
  rejected: 'error',
};

/**
 * The identity check of the donor's own application: its state, and the form while papers are due. `whose` keeps the
 * data of different people apart; undefined until known.
 */
export function IdentityCheck({
  whose,
  appraisalId,
  token,
  onSent,
}: {
  whose: string | undefined;
  appraisalId: string;
  /** A guest's mailed token; a donor is identified by the sign-in. */
  token?: string | undefined;
  onSent?: () => void;
}) {
  const proof = { appraisalId, token };
  const check = useQuery(whose && `${whose} ${appraisalId}`, () =>
    api<IdentityCheckStatus>('/api/applications/identity-check', { body: proof }),
  );
  if (check.problem) return <LoadFailure message={check.problem.message} onRetry={check.reload} />;
  if (!check.value) {
    return (
      <Card>
        <Skeleton lines={8} label="本人確認の状況を読み込んでいます" />
      </Card>
    );
  }
  const { value: status } = check;
  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[1fr_340px]">
      <Card as="section" aria-label="本人確認の状況" className="min-w-0 space-y-6">
        <Head status={status} />
        <News status={status} />
        {status.canSend && (
          <PapersForm
            // Rejected papers must be chosen again, so the form is remounted.
            key={status.identity}
            proof={proof}
            onSent={(sent) => {
              check.change(sent);
              showToast('書類をお預かりしました。');
              onSent?.();
            }}
          />
        )}
      </Card>
      <Card as="aside" aria-label="本人確認について">
        <CheckExplained />
      </Card>
    </div>
  );
}

function Head({ status: { appraisalId, targetName, amountYen, identity } }: Status) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="text-sm text-ink-2 tabular-nums">申込番号 {appraisalId}</p>
        <h2 className="mt-1 font-sans text-lg narrow:text-xl">{targetName}</h2>
        {amountYen !== null && (
          <p className="figures text-2xl text-coral-dark">
            <span className="mr-2 text-sm text-ink-2">査定額</span>
            {formatYen(amountYen)}円
          </p>
        )}
      </div>
      <Chip tone={tones[identity]}>{identityLabels[identity]}</Chip>
    </div>
  );
}

function News({ status: { identity, papers, reason, canSend } }: Status) {
  if (identity === 'rejected' && canSend) {
    return (
      <Notice kind="error" title={onHoldMessages.rejected}>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">理由：{reason}</p>
        <p className="mt-1 text-sm">お預かりした書類は、消去しました。</p>
      </Notice>
    );
  }
  if (identity === 'submitted' || identity === 'approved') {
    return (
      <Notice
        kind={identity === 'approved' ? 'success' : 'info'}
        title={
          identity === 'approved'
            ? '本人確認が済みました。ありがとうございました。'
            : onHoldMessages.submitted
        }
      >
        <ul className="mt-1">
          {papers.map(({ kind, submittedAt }) => (
            <li key={kind}>
              {paperFacts[kind].label}（{formatDate(submittedAt)}にお預かり）
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (canSend) return <p>次の書類を2点お送りください。写真でも、PDFでもかまいません。</p>;
  return <p>このお申し込みには、いまのところ、本人確認の書類は必要ありません。</p>;
}

type Status = { status: IdentityCheckStatus };
