import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  maxResultFileBytes,
  type ResultBatch,
  type ResultImport,
  tooLargeMessage,
} from '#warehouse/results/result-import.ts';
import { factsOf } from './import-facts.ts';
import { ImportMistakes } from './import-mistakes.tsx';
import { templates } from './template.ts';
import { TriedImport } from './tried-import.tsx';
import {
  formOf,
  readFiles,
  refusedImport,
  type Taking,
  type UploadedFiles,
} from './uploaded-files.ts';

/** Reported before the upload starts. */
const isNotTooLarge = z.refine<File>(({ size }) => size <= maxResultFileBytes, tooLargeMessage);
const Files = z.object({
  csv: z
    .instanceof(File, { error: '査定結果のCSVファイルを選んでください。' })
    .check(isNotTooLarge),
  items: z.nullable(z.instanceof(File).check(isNotTooLarge)),
});
type Files = z.infer<typeof Files>;

const nothingChosen: { csv: File | null; items: File | null } = { csv: null, items: null };

/** The state of the chosen files: checked, then imported. */
type CheckedFiles = { kind: 'tried'; chosen: Files; files: UploadedFiles; answer: ResultImport };
type Stage =
  | CheckedFiles
  | { kind: 'done'; fileName: string; files: UploadedFiles; answer: ResultImport };

/** The operator's upload of results: choose, check, correct or confirm, and the outcome. */
export function ResultUpload({
  waiting,
  onImported,
}: {
  /** The batches that rows may be added to. */
  waiting: readonly ResultBatch[];
  onImported: () => void;
}) {
  const [stage, setStage] = useState<Stage>();
  const form = useForm({ schema: Files, initial: nothingChosen });
  const trying = useSubmission(
    async (chosen: Files): Promise<Stage> => {
      const files = await readFiles(chosen.csv, chosen.items);
      const answer = await send('POST /api/csv/appraisal-result', {
        query: { dryRun: 'true' },
        body: formOf(files),
      });
      return { kind: 'tried', chosen, files, answer };
    },
    { onDone: setStage },
  );
  const importing = useSubmission(
    async ({ tried, taking }: { tried: CheckedFiles; taking: Taking }): Promise<Stage> => {
      const { chosen, files } = tried;
      try {
        const answer = await send('POST /api/csv/appraisal-result', {
          query: taking,
          body: formOf(files),
        });
        return { kind: 'done', fileName: files.csv.name, files, answer };
      } catch (error) {
        // Something changed between check and import: shows the errors as after a check.
        const answer = refusedImport(error);
        if (!answer) throw error;
        return { kind: 'tried', chosen, files, answer };
      }
    },
    {
      onDone(next) {
        setStage(next);
        if (next.kind === 'tried') return;
        form.reset();
        onImported();
      },
    },
  );
  // The checked files are no longer the chosen ones.
  const isStale =
    stage?.kind === 'tried' &&
    (stage.chosen.csv !== form.values.csv || stage.chosen.items !== form.values.items);

  return (
    <>
      <Panel title="CSVを取り込む" action={<TemplateLinks />}>
        <Form
          form={form}
          className="grid gap-4"
          onSubmit={form.submit((files) => {
            setStage(undefined);
            return trying.send(files);
          })}
        >
          <ErrorSummary form={form} />
          <div className="grid items-start gap-4 narrow:grid-cols-2">
            <FileField
              form={form}
              path="csv"
              label="査定結果のCSV"
              required
              help="20MBまで。UTF-8でもShift_JISでも読み取れます。"
            />
            <FileField
              form={form}
              path="items"
              label="明細のCSV（任意）"
              help="品目ごとの金額と行き先を、寄付者に伝えられます。"
            />
          </div>
          <SubmitError message={trying.message} />
          <TryButton
            isBusy={importing.isPending}
            progress={trying.isPending ? <ProgressBar label="ためし読みしています" /> : undefined}
          />
        </Form>
      </Panel>
      {stage?.kind === 'tried' && !isStale && (
        <TriedImport
          key={JSON.stringify(stage.answer)}
          files={stage.files}
          answer={stage.answer}
          isImporting={importing.isPending}
          message={importing.message}
          waiting={waiting}
          onImport={(taking) => importing.send({ tried: stage, taking })}
        />
      )}
      {stage?.kind === 'done' && (
        <ImportDone fileName={stage.fileName} files={stage.files} answer={stage.answer} />
      )}
    </>
  );
}

function TemplateLinks() {
  return (
    <div className="flex flex-wrap gap-x-4">
      {Object.entries(templates).map(([file, { label, name, text }]) => (
        <button
          key={file}
          type="button"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-bold text-coral-dark underline underline-offset-4"
          onClick={() => saveFile(new Blob([text], { type: 'text/csv' }), name)}
        >
          <Icon name="download" className="size-4" />
          {label}
        </button>
      ))}
    </div>
  );
}

/** The outcome of an import, with a link to its batch; takes the focus when it appears. */
function ImportDone({
  fileName,
  files,
  answer,
}: {
  fileName: string;
  files: UploadedFiles;
  answer: ResultImport;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { batchId, accepted } = answer;
  return (
    <div ref={box} tabIndex={-1} className="rounded-xl outline-none">
      {batchId ? (
        <Notice kind="success" title={`${formatYen(accepted)}行を受け付けました`}>
          <p className="break-all">{fileName}</p>
          <p>寄付者には、まだ知らせていません。内容を確かめて、確定してください。</p>
          {answer.flagged > 0 && (
            <p>
              <b>確かめる行が{formatYen(answer.flagged)}件あります。</b>
            </p>
          )}
          <p>
            {factsOf(answer)
              .map(([label, value]) => `${label} ${value}`)
              .join('、')}
          </p>
          <ButtonLink
            to={`/admin/results/${batchId}`}
            variant="outline"
            size="small"
            className="mt-3"
          >
            内容を確かめて確定する
          </ButtonLink>
        </Notice>
      ) : (
        <Notice title="新しく取り込む行はありませんでした">
          <p className="break-all">{fileName}の行は、すべて取り込み済みです。</p>
        </Notice>
      )}
      {answer.errorsTotal > 0 && (
        <div className="mt-4 grid gap-4">
          <ImportMistakes files={files} answer={answer} isWritten />
        </div>
      )}
    </div>
  );
}
