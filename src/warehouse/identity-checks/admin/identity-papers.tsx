import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { identityLabels } from '#warehouse/identity-checks/identity-check.ts';
import type { AdminPapers } from '#warehouse/identity-checks/identity-check-schema.ts';
import { PaperDialog, type ShownPaper } from './paper-dialog.tsx';
import { paperName } from './paper-name.ts';
import { ReturnDialog } from './return-dialog.tsx';

type Paper = AdminPapers['papers'][number];

/** The papers of an application's identity check: opened one by one, and returned with a reason. */
export function IdentityPapers({
  appraisalId,
  onChanged,
}: {
  appraisalId: string;
  onChanged: () => void;
}) {
  const { value, problem, reload } = useQuery<AdminPapers>(
    `/api/office/identity-checks/${appraisalId}`,
  );
  const [isReturning, setReturning] = useState(false);
  return (
    <Panel title="本人確認の書類">
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={3} label="書類を読み込んでいます" />
      ) : (
        <div className="grid gap-3">
          <p>
            状態：<b>{identityLabels[value.identity]}</b>
          </p>
          <p>
            <Link
              to={`/admin/identity-checks/${appraisalId}`}
              className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
            >
              書類と見比べる・明細と郵便を記録する
            </Link>
          </p>
          {value.reason !== '' && (
            <p className="rounded-lg bg-honey-soft px-3 py-1.5 text-sm whitespace-pre-line wrap-anywhere">
              差し戻しの理由：{value.reason}
            </p>
          )}
          {value.papers.length === 0 ? (
            <p className="text-sm text-ink-2">この画面で見られる書類はありません。</p>
          ) : (
            <>
              <p className="text-sm text-ink-2">書類を開くと、誰がいつ見たかが記録されます。</p>
              <Files papers={value.papers} />
            </>
          )}
          {value.identity === 'submitted' && (
            <p>
              <Button variant="outline" size="small" onClick={() => setReturning(true)}>
                理由をつけて差し戻す
              </Button>
            </p>
          )}
          <ReturnDialog
            isOpen={isReturning}
            check={value}
            onClose={() => setReturning(false)}
            onReturned={() => {
              reload();
              onChanged();
            }}
          />
        </div>
      )}
    </Panel>
  );
}

function Files({ papers }: { papers: readonly Paper[] }) {
  const [shown, setShown] = useState<ShownPaper>();
  const opening = useSubmission(
    async (paper: Paper) => {
      const response = await apiResponse(`/api/office/identity-papers/${paper.id}`);
      return { paper, bytes: await response.blob() };
    },
    {
      onDone({ paper, bytes }) {
        // A PDF is saved, not shown: an embedded script could act in this page's name.
        if (paper.format === 'pdf') saveFile(bytes, `${paperName(paper, papers)}.pdf`);
        else setShown({ name: paperName(paper, papers), picture: bytes });
      },
    },
  );
  return (
    <>
      <ul className="divide-y divide-dashed divide-line border-y border-dashed border-line">
        {papers.map((paper) => {
          const name = paperName(paper, papers);
          const isPdf = paper.format === 'pdf';
          return (
            <li
              key={paper.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0">
                <span className="font-bold">{name}</span>
                <span className="block text-sm text-ink-2 tabular-nums">
                  {formatDateTime(paper.submittedAt)} 提出
                  {paper.reviewedAt && `、${formatDateTime(paper.reviewedAt)} 確認`}
                </span>
              </span>
              <Button
                variant="outline"
                size="small"
                isBusy={opening.isPending}
                onClick={() => opening.send(paper)}
              >
                {isPdf && <Icon name="download" className="size-4.5" />}
                {isPdf ? 'PDFを保存' : '開く'}
                <span className="sr-only">：{name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <SubmitError message={opening.message} />
      <PaperDialog shown={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
