import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { progressTransport } from '#kit/client/progress-transport.ts';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { FileField } from '#kit/forms/fields/file-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { chosenFile, readBytes } from '#kit/lists/upload/chosen-file.ts';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { BankAnswerChoice, BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { type BankColumns, maxBankFileBytes } from '#money/bank-answers/bank-columns.ts';
import { AnswerColumns } from './answer-columns.tsx';
import { AnswerFacts } from './answer-facts.tsx';
import { AnswerGroups } from './answer-groups.tsx';
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

/** The bytes as they were when they were tried: the same are taken. */
type Sent = { name: string; bytes: Blob };
type Asked = { sent: Sent; answer: BankAnswerResult };

/** Sends a bank's statement; a dry run only says what it would do. */
async function askBank(
  sent: Sent,
  {
    isDry,
    columns,
    choices,
    seen,
    columnsVersion,
    onProgress,
  }: {
    isDry: boolean;
    columns?: BankColumns | undefined;
    choices?: BankAnswerChoice[];
    /** Of the trial that is taken: refused where it would be another by now. */
    seen?: string;
    columnsVersion?: number;
    /** Told the sent share, 0 to 1. */
    onProgress?: (share: number) => void;
  },
): Promise<Asked> {
  const body = new FormData();
  // Before the file, so that they are there once its bytes come.
  if (columns) body.append('columns', JSON.stringify(columns));
  if (choices) body.append('choices', JSON.stringify(choices));
  if (seen !== undefined) body.append('seen', JSON.stringify(seen));
  if (columnsVersion !== undefined) body.append('columnsVersion', String(columnsVersion));
  body.append('file', sent.bytes, sent.name);
  const answer = await send('POST /api/office/bank-answers', {
    query: { dryRun: isDry ? 'true' : 'false' },
    body,
    ...(onProgress && { transport: progressTransport(onProgress) }),
  });
  return { sent, answer };
}

/** What was noted of a statement. */
function AnswerOutcome({ fileName, answer }: { fileName: string; answer: BankAnswerResult }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const left = answer.rowCounts.ambiguous;
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title="取り込みの結果">
        <div className="grid gap-4">
          <Notice kind="success" title="銀行の明細を取り込みました">
            {left > 0 && (
              <p>選ばなかった{formatYen(left)}行は、次に取り込んだときにまた伺います。</p>
            )}
          </Notice>
          <AnswerFacts fileName={fileName} answer={answer} />
          <AnswerGroups answer={answer} />
          <div>
            <ButtonLink to="/admin/remittances" variant="outline" size="small">
              送金の一覧へ
            </ButtonLink>
          </div>
        </div>
      </Panel>
    </div>
  );
}
