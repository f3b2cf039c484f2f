import { useState } from 'react';
import * as z from 'zod/mini';
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
import type { BankAnswerChoice } from '#money/bank-answers/bank-answer.ts';
import { type BankColumns, maxBankFileBytes } from '#money/bank-answers/bank-columns.ts';
import { AnswerColumns } from './answer-columns.tsx';
import { AnswerOutcome } from './answer-outcome.tsx';
import { type Asked, askBank } from './ask-bank.ts';
import { TriedAnswer } from './tried-answer.tsx';

const Chosen = z.object({
  file: chosenFile('銀行の入出金明細のファイル', maxBankFileBytes),
});
type Chosen = z.infer<typeof Chosen>;

const nothing: { file: File | null } = { file: null };

type Stage = Asked & { kind: 'tried' | 'done'; file: File };

/** The bank's statement: chosen, its columns set right, tried, then taken. */
export function AnswerUpload({ onTaken }: { onTaken: () => void }) {
  const [stage, setStage] = useState<Stage>();
  const [share, setShare] = useState(0);
  const form = useForm({ schema: Chosen, initial: nothing });
  const trying = useSubmission(
    async ({ file }: Chosen): Promise<Stage> => {
      setShare(0);
      const sent = { name: file.name, bytes: await readBytes(file) };
      return {
        kind: 'tried',
        file,
        ...(await askBank(sent, { isDry: true, onProgress: setShare })),
      };
    },
    { onDone: setStage },
  );
  const again = useSubmission(
    async ({ stage, columns }: { stage: Stage; columns: BankColumns }): Promise<Stage> => ({
      ...stage,
      ...(await askBank(stage.sent, { isDry: true, columns })),
    }),
    { onDone: setStage },
  );
  const taking = useSubmission(
    async ({ stage, choices }: { stage: Stage; choices: BankAnswerChoice[] }): Promise<Stage> => {
      const { sent, answer } = stage;
      const { seen, columnsVersion } = answer;
      const columns = answer.columns ?? undefined;
      const tried = { columns, seen, columnsVersion };
      return {
        kind: 'done',
        file: stage.file,
        ...(await askBank(sent, { isDry: false, ...tried, choices, onProgress: setShare })),
      };
    },
    {
      onDone(done) {
        setStage(done);
        form.reset();
        onTaken();
      },
    },
  );
  const isStale = stage?.kind === 'tried' && stage.file !== form.values.file;
  return (
    <>
      <Panel title="銀行の明細を取り込む">
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
            label="入出金明細のCSV"
            required
            help="インターネットバンキングから保存したCSVです。文字コードと列は、自動で見つけます。手数料や利息など、送金のほかの行も帳簿に記帳します。"
          />
          <SubmitError message={trying.message} />
          <TryButton
            isBusy={taking.isPending}
            progress={
              trying.isPending ? <Sending label="ためし読みしています" share={share} /> : undefined
            }
          />
        </Form>
      </Panel>
      {stage?.kind === 'tried' && !isStale && (
        <>
          <AnswerColumns
            key={JSON.stringify(stage.answer.columns)}
            answer={stage.answer}
            isPending={again.isPending}
            message={again.message}
            onChoose={(columns) => again.send({ stage, columns })}
          />
          {stage.answer.columns && (
            <TriedAnswer
              key={JSON.stringify(stage.answer)}
              fileName={stage.sent.name}
              answer={stage.answer}
              progress={
                taking.isPending ? <Sending label="取り込んでいます" share={share} /> : undefined
              }
              message={taking.message}
              onTake={(choices) => taking.send({ stage, choices })}
            />
          )}
        </>
      )}
      {stage?.kind === 'done' && <AnswerOutcome fileName={stage.sent.name} answer={stage.answer} />}
    </>
  );
}

/** Once all is sent, the server reads. */
const Sending = ({ label, share }: { label: string; share: number }) =>
  share > 0 && share < 1 ? (
    <ProgressBar label="ファイルを送っています" value={share} max={1} />
  ) : (
    <ProgressBar label={label} />
  );
