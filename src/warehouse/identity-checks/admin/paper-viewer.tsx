import { useEffect, useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { AdminPapers } from '#warehouse/identity-checks/identity-check-schema.ts';
import { paperName } from './paper-name.ts';

type Paper = AdminPapers['papers'][number];

/** The papers of a check, one at a time beside the data to compare; each view is recorded. */
export function PaperViewer({ appraisalId }: { appraisalId: string }) {
  const { value, problem, reload } = useQuery<AdminPapers>(
    `/api/office/identity-checks/${appraisalId}`,
  );
  const [shown, setShown] = useState<{ name: string; url: string }>();
  // Releases the picture of a paper when it is closed.
  useEffect(() => () => shown && URL.revokeObjectURL(shown.url), [shown]);
  const opening = useSubmission(
    async ({ paper, name }: { paper: Paper; name: string }) => {
      const response = await apiResponse(`/api/office/identity-papers/${paper.id}`);
      return { name, format: paper.format, bytes: await response.blob() };
    },
    {
      onDone({ name, format, bytes }) {
        // A PDF is saved, not shown: an embedded script could act in this page's name.
        if (format === 'pdf') saveFile(bytes, `${name}.pdf`);
        else setShown({ name, url: URL.createObjectURL(bytes) });
      },
    },
  );
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={6} label="書類を読み込んでいます" />;
  const { papers } = value;
  if (papers.length === 0) {
    return <p className="text-ink-2">この画面で見られる書類はありません。</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-ink-2">書類を開くと、誰がいつ見たかが記録されます。</p>
      <p className="flex flex-wrap gap-2">
        {papers.map((paper) => {
          const name = paperName(paper, papers);
          return (
            <Button
              key={paper.id}
              variant="outline"
              size="small"
              isBusy={opening.isPending}
              aria-pressed={shown?.name === name}
              onClick={() => opening.send({ paper, name })}
            >
              {name}
              {paper.format === 'pdf' && '（PDFを保存）'}
            </Button>
          );
        })}
      </p>
      <SubmitError message={opening.message} />
      {shown && (
        <img
          src={shown.url}
          alt={shown.name}
          className="mt-3 max-h-[75dvh] w-full rounded-lg border border-line bg-white object-contain"
        />
      )}
    </>
  );
}
