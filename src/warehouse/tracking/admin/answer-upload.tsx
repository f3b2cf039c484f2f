import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { chosenFile, readBytes } from '#kit/lists/upload/chosen-file.ts';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import {
  type CarrierAnswer,
  maxAnswerBytes,
  type WordMeanings,
} from '#warehouse/tracking/carrier-answer.ts';
import { parcelCarrierLabels, parcelCarriers } from '#warehouse/tracking/parcel.ts';
import { AnswerOutcome } from './answer-outcome.tsx';

const Chosen = z.object({
  file: chosenFile('運送会社のCSVファイル', maxAnswerBytes),
  carrier: z.enum(parcelCarriers),
});
type Chosen = z.infer<typeof Chosen>;

const carrierChoices = parcelCarriers.map((value) => ({
  value,
  label: parcelCarrierLabels[value],
}));
const nothing: { file: File | null; carrier: Chosen['carrier'] } = { file: null, carrier: 'other' };

/** The file's bytes at the time of the check: the same bytes are imported. */
type Sent = { name: string; bytes: Blob; carrier: Chosen['carrier'] };
type Answered = Sent & { meanings: WordMeanings };
type Stage = { kind: 'tried' | 'done'; chosen: Chosen; sent: Sent; answer: CarrierAnswer };

const ask = ({ name, bytes, carrier, meanings }: Answered, dryRun: boolean) => {
  const body = new FormData();
  // Before the file, which is parsed as it streams in.
  body.append('meanings', JSON.stringify(meanings));
  body.append('file', bytes, name);
  return api<CarrierAnswer>(`/api/office/tracking/answer?dryRun=${dryRun}&carrier=${carrier}`, {
    body,
  });
};

/** The carrier's result file: chosen, checked, then imported. */
export function AnswerUpload({ onImported }: { onImported: () => void }) {
  const [stage, setStage] = useState<Stage>();
  const form = useForm({ schema: Chosen, initial: nothing });
  const trying = useSubmission(
    async (chosen: Chosen): Promise<Stage> => {
      const { file, carrier } = chosen;
      const sent = { name: file.name, bytes: await readBytes(file), carrier };
      return { kind: 'tried', chosen, sent, answer: await ask({ ...sent, meanings: [] }, true) };
    },
    { onDone: setStage },
  );
  const importing = useSubmission(
    async ({ chosen, sent, meanings }: Stage & { meanings: WordMeanings }): Promise<Stage> => ({
      kind: 'done',
      chosen,
      sent,
      answer: await ask({ ...sent, meanings }, false),
    }),
    {
      onDone(done) {
        setStage(done);
        form.reset();
        refreshMenuCounts();
        onImported();
      },
    },
  );
  const { file, carrier } = form.values;
  const isStale =
    stage?.kind === 'tried' && (stage.chosen.file !== file || stage.chosen.carrier !== carrier);
  return (
    <>
      <Panel title="運送会社のファイルを取り込む">
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
            label="送り状番号の入ったCSV"
            required
            help="B2クラウドとe飛伝IIIの書き出し、または「申込番号」と「送り状番号」の見出しがあるCSVを読み取ります。文字コードと列は、自動で見つけます。"
          />
          <RadioCards
            form={form}
            path="carrier"
            label="ファイルに運送会社が書かれていないとき"
            choices={carrierChoices}
            columns={3}
          />
          <SubmitError message={trying.message} />
          <TryButton
            isBusy={importing.isPending}
            progress={trying.isPending ? <ProgressBar label="ためし読みしています" /> : undefined}
          />
        </Form>
      </Panel>
      {stage && !isStale && (
        <AnswerOutcome
          key={JSON.stringify([stage.kind, stage.answer])}
          fileName={stage.sent.name}
          answer={stage.answer}
          isDone={stage.kind === 'done'}
          isImporting={importing.isPending}
          message={importing.message}
          onImport={(meanings) => importing.send({ ...stage, meanings })}
        />
      )}
    </>
  );
}
