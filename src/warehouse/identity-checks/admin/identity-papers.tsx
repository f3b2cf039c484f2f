import { useEffect, useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { identityLabels } from '#warehouse/identity-checks/identity-check.ts';
import {
  type AdminPapers,
  PapersReturn,
} from '#warehouse/identity-checks/identity-check-schema.ts';
import { paperName } from './paper-name.ts';

type Paper = AdminPapers['papers'][number];

/** The papers of an application's identity check: opened one by one, and returned with a reason. */
export function IdentityPapers({
  appraisalId,
  onChanged,
}: {
  appraisalId: string;
  onChanged: () => void;
}) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/identity-checks/:appraisalId', { params: { appraisalId } }),
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
      const response = await apiResponse(
        addressOf('GET /api/office/identity-papers/:id', { params: { id: paper.id } }),
      );
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

type ShownPaper = { name: string; picture: Blob };

/** A paper as large as the screen allows; its picture is released once the dialog has faded. */
function PaperDialog({ shown, onClose }: { shown: ShownPaper | undefined; onClose: () => void }) {
  const [kept, setKept] = useState(shown);
  if (shown && shown !== kept) setKept(shown);
  const [url, setUrl] = useState<string>();
  const picture = kept?.picture;
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [picture]);
  return (
    <Dialog
      isOpen={shown !== undefined}
      title={kept?.name ?? '本人確認の書類'}
      shape="wide"
      onClose={onClose}
      onClosed={() => setKept(undefined)}
    >
      {url && <img src={url} alt={kept?.name ?? ''} className="mx-auto max-h-[70dvh] max-w-full" />}
    </Dialog>
  );
}

/** Asks for the reason of returning the papers, which the donor reads. */
export function ReturnDialog({
  isOpen,
  check: { appraisalId, version },
  onClose,
  onReturned,
}: {
  isOpen: boolean;
  check: AdminPapers;
  onClose: () => void;
  onReturned: () => void;
}) {
  const form = useForm({ schema: PapersReturn, initial: { reason: '' } });
  const submission = useSubmission(
    (body: PapersReturn) =>
      send('POST /api/office/identity/:appraisalId/return', {
        params: { appraisalId },
        body,
        ifMatch: `"${version}"`,
      }),
    {
      form,
      onDone() {
        onClose();
        form.reset();
        showToast('書類を差し戻しました。理由をメールでお知らせします。');
        onReturned();
      },
    },
  );
  return (
    <Dialog isOpen={isOpen} title="書類を差し戻しますか？" onClose={onClose}>
      <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
        <ErrorSummary form={form} />
        <p>お預かりした書類は、この操作ですぐに消去されます。</p>
        <TextArea
          form={form}
          path="reason"
          label="理由"
          required
          help="寄付者がメールと画面で読みます。どうすればよいかも、お書きください。"
          rows={4}
          maxLength={500}
        />
        <FormButtons submission={submission} onCancel={onClose}>
          差し戻す
        </FormButtons>
      </Form>
    </Dialog>
  );
}
