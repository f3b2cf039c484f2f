import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { chosenFile, readBytes } from '#kit/lists/upload/chosen-file.ts';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { maxSaleFileBytes, type SaleImport } from '#money/sales/sale.ts';
import { SaleOutcome } from './sale-outcome.tsx';

const Chosen = z.object({
  file: chosenFile('売却の実績のCSVファイル', maxSaleFileBytes),
});
type Chosen = z.infer<typeof Chosen>;
const nothing: { file: File | null } = { file: null };

/** The file's bytes at the time of the check: the same bytes are imported. */
type Sent = { name: string; bytes: Blob };
type Stage = { kind: 'tried' | 'done'; chosen: Chosen; sent: Sent; answer: SaleImport };

const ask = ({ name, bytes }: Sent, dryRun: boolean) => {
  const body = new FormData();
  body.append('file', bytes, name);
  return api<SaleImport>(`/api/office/sales/import?dryRun=${dryRun}`, { body });
};

/** A file of sales: chosen, checked, then imported. */
export function SaleUpload({ onImported }: { onImported: () => void }) {
  const [stage, setStage] = useState<Stage>();
  const form = useForm({ schema: Chosen, initial: nothing });
  const trying = useSubmission(
    async (chosen: Chosen): Promise<Stage> => {
      const sent = { name: chosen.file.name, bytes: await readBytes(chosen.file) };
      return { kind: 'tried', chosen, sent, answer: await ask(sent, true) };
    },
    { onDone: setStage },
  );
  const importing = useSubmission(
    async ({ chosen, sent }: Stage): Promise<Stage> => {
      const answer = await ask(sent, false);
      return { kind: answer.isDone ? 'done' : 'tried', chosen, sent, answer };
    },
    {
      onDone(done) {
        setStage(done);
        if (done.kind !== 'done') return;
        form.reset();
        onImported();
      },
    },
  );
  const isStale = stage?.kind === 'tried' && stage.chosen.file !== form.values.file;
  return (
    <>
      <Panel title="売却の実績を取り込む">
        <Form
          form={form}
          className="grid gap-4"
          onSubmit={form.submit((chosen) => {
            setStage(undefined);
            return trying.send(chosen);
          })}
        >
          <ErrorSummary form={form} />
          <FileField
            form={form}
            path="file"
            label="売却の実績のCSV"
            required
            help="見出しは「申込番号、売却日、売却額、残り、メモ」です。残りは「あり」か「なし」。まとめて売れた箱は、1つのセルに申込番号を「、」かスペースで並べると、査定額に応じて分けます。"
          />
          <SubmitError message={trying.message} />
          <TryButton
            isBusy={importing.isPending}
            progress={trying.isPending ? <ProgressBar label="ためし読みしています" /> : undefined}
          />
        </Form>
      </Panel>
      {stage && !isStale && (
        <SaleOutcome
          key={JSON.stringify([stage.kind, stage.answer])}
          fileName={stage.sent.name}
          answer={stage.answer}
          isDone={stage.kind === 'done'}
          isImporting={importing.isPending}
          message={importing.message}
          onImport={() => importing.send(stage)}
        />
      )}
    </>
  );
}
