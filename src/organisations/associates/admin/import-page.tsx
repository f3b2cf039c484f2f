import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { formatYen } from '#kit/values/yen.ts';
import { type ImportOutcome, importOutcomes } from '#organisations/associates/associate-import.ts';
import { maxResultFileBytes, tooLargeMessage } from '#warehouse/results/result-import.ts';
import { MendRows } from './import/mend-rows.tsx';
import { importTemplate } from './import/template.ts';
import { type ImportStage, useImport } from './import/use-import.ts';

export const meta = () => [
  { title: '団体をCSVから取り込む｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const Chosen = z.object({
  csv: z
    .instanceof(File, { error: '団体のCSVファイルを選んでください。' })
    .check(z.refine(({ size }) => size <= maxResultFileBytes, tooLargeMessage)),
});

/** Imports organisations from a file: nothing is stored until every row is valid and the operator confirms. */
export default function ImportAssociatesPage() {
  const { stage, progress, message, read, mend, write } = useImport();
  const form = useForm({ schema: Chosen, initial: { csv: null as File | null } });
  return (
    <>
      <BackLink list={{ path: '/admin/associates', label: '団体の一覧' }} />
      <PageHead title="団体をCSVから取り込む" />
      <div className="grid gap-4">
        <Panel title="ファイルを選ぶ" action={<TemplateLink />}>
          <Form form={form} className="grid gap-4" onSubmit={form.submit(({ csv }) => read(csv))}>
            <ErrorSummary form={form} />
            <FileField
              form={form}
              path="csv"
              label="団体のCSV"
              required
              help="1万行・20MBまで。UTF-8でもShift_JISでも読み取れます。"
            />
            <TryButton isBusy={progress !== undefined} />
          </Form>
        </Panel>
        {progress && (
          <Panel label="進み具合">
            <ProgressBar {...progress} />
          </Panel>
        )}
        <SubmitError message={message} />
        {stage && (
          <Panel title={stage.isDone ? '取り込みました' : 'ためし読み'}>
            <Result stage={stage} isBusy={progress !== undefined} onMend={mend} onWrite={write} />
          </Panel>
        )}
      </div>
    </>
  );
}

function TemplateLink() {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-bold text-coral-dark underline underline-offset-4"
      onClick={() =>
        saveFile(new Blob([importTemplate()], { type: 'text/csv' }), '団体のひな形.csv')
      }
    >
      <Icon name="download" className="size-4" />
      ひな形を保存する
    </button>
  );
}

function Result({
  stage,
  isBusy,
  onMend,
  onWrite,
}: {
  stage: ImportStage;
  isBusy: boolean;
  onMend: ReturnType<typeof useImport>['mend'];
  onWrite: () => void;
}) {
  const { fileName, encoding, rows, fileErrors, errors, isDone } = stage;
  const isReady = fileErrors.length === 0 && errors.length === 0 && rows.length > 0;
  return (
    <div className="grid gap-4">
      <p>
        <span className="break-all">{fileName}</span>
        {encoding && `（${encoding}）`}・{formatYen(rows.length)}行
      </p>
      {fileErrors.length > 0 && <FileMistakes messages={fileErrors.map((one) => one.message)} />}
      {errors.length > 0 && (
        <>
          <p
            role="alert"
            className="rounded-xl border-2 border-error bg-error-soft px-4 py-3 font-bold text-error"
          >
            {formatYen(new Set(errors.map(({ row }) => row)).size)}
            行に確認が必要な点があります（まだ何も保存していません）
          </p>
          <MendRows
            key={errors.map(({ row, column, message }) => `${row} ${column} ${message}`).join()}
            {...{ rows, errors, isBusy, onMend }}
          />
        </>
      )}
      <Outcomes outcomes={stage.outcomes} />
      {isReady && !isDone && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={onWrite} isBusy={isBusy}>
            {formatYen(rows.length)}行を取り込む
          </Button>
          <p className="text-sm text-ink-2">登録済みの団体は上書きせず、変更の下書きにします。</p>
        </div>
      )}
      {isDone && (
        <Notice kind="success" title="すべての行を取り込みました">
          <ButtonLink to="/admin/associates" variant="outline" size="small">
            団体の一覧で見る
          </ButtonLink>
        </Notice>
      )}
    </div>
  );
}

const mostShown = 20;

function FileMistakes({ messages }: { messages: readonly string[] }) {
  return (
    <div role="alert" className="rounded-xl border-2 border-error bg-error-soft px-4 py-3">
      <p className="font-bold text-error">
        ファイルに確認が必要な点があります。直してから、もう一度選んでください。
      </p>
      <ul className="mt-1">
        {messages.slice(0, mostShown).map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function Outcomes({ outcomes }: { outcomes: ImportStage['outcomes'] }) {
  const counts = Map.groupBy(outcomes.values(), (outcome) => outcome);
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {(Object.entries(importOutcomes) as [ImportOutcome, string][]).map(([outcome, label]) => {
        const count = counts.get(outcome)?.length ?? 0;
        return count === 0 ? null : (
          <li key={outcome}>
            {label} <b className="tabular-nums">{formatYen(count)}</b>団体
          </li>
        );
      })}
    </ul>
  );
}
