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
import { chosenFile, readBytes } from '#kit/lists/upload/chosen-file.ts';
import { TryButton } from '#kit/lists/upload/try-button.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { maxSaleFileBytes, type SaleImport } from '#money/sales/sale.ts';

const Chosen = z.object({
  file: chosenFile('売却の実績のCSVファイル', maxSaleFileBytes),
});
type Chosen = z.infer<typeof Chosen>;
const nothing: { file: File | null } = { file: null };

/** The file's bytes at the time of the check: the same bytes are imported. */
type Sent = { name: string; bytes: Blob };
type Stage = { kind: 'tried' | 'done'; chosen: Chosen; sent: Sent; answer: SaleImport };

const ask = ({ name, bytes }: Sent, isDryRun: boolean) => {
  const body = new FormData();
  body.append('file', bytes, name);
  return send('POST /api/office/sales/import', {
    query: { dryRun: isDryRun ? 'true' : 'false' },
    body,
  });
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
            help="見出しは「申込番号、売却日、売却額、残り、売却先、品目の番号、メモ」です（売却先から先は、なくてもかまいません）。売却先は、寄付した方が読みます。一点ずつ売れたときは、査定の明細の何行目かを品目の番号に入れてください。残りは「あり」か「なし」。まとめて売れた箱は、1つのセルに申込番号を「、」かスペースで並べると、査定額に応じて分けます。"
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

type SaleOutcomeProps = {
  fileName: string;
  answer: SaleImport;
  /** Whether the file was imported, not only checked. */
  isDone: boolean;
  isImporting: boolean;
  message: string | undefined;
  onImport: () => void;
};

const differenceWords = (yen: number) =>
  yen === 0 ? '査定と同じ' : `査定より${formatYen(Math.abs(yen))}円${yen > 0 ? '高い' : '低い'}`;

/** The bookings of a file, planned or made, and the errors of its rows. */
export function SaleOutcome(props: SaleOutcomeProps) {
  const { fileName, answer, isDone } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 rounded-xl outline-none">
      <Panel title={isDone ? '取り込みました' : 'ためし読みの結果'}>
        <Facts>
          <Fact label="ファイル">
            <span className="break-all">{fileName}</span>（{answer.encoding ?? '読み取れません'}、
            {formatYen(answer.rows)}行）
          </Fact>
          <Fact label="新しい売却">
            {formatYen(answer.fresh)}行（{formatYen(answer.boxes)}件のお申し込み）
          </Fact>
          <Fact label="取り込み済み">{formatYen(answer.known)}行</Fact>
          <Fact label="売却額">
            {formatYen(answer.amountYen)}円（{differenceWords(answer.differenceYen)}）
          </Fact>
          <Fact label="端数">
            {answer.roundingYen > 0 && `まとめ売りを分けた端数 ${formatYen(answer.roundingYen)}円`}
          </Fact>
          <Fact label="読まない列">{answer.ignoredColumns.join('、')}</Fact>
        </Facts>
        <div className="mt-4 grid gap-4">
          <Mistakes answer={answer} />
          {!isDone && answer.errorTotal === 0 && <Import {...props} />}
        </div>
      </Panel>
    </div>
  );
}

function Mistakes({ answer: { errors, errorTotal } }: { answer: SaleImport }) {
  if (errorTotal === 0) return null;
  return (
    <Notice
      kind="error"
      title={`${formatYen(errorTotal)}か所に誤りがあるため、まだ何も取り込めません`}
    >
      <ul className="mt-1 divide-y divide-dashed divide-line text-sm">
        {errors.map(({ row, column, message }) => (
          <li key={`${row} ${column} ${message}`} className="py-1 wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
      {errorTotal > errors.length && (
        <p className="mt-1 text-sm">はじめの{formatYen(errors.length)}か所を表示しています。</p>
      )}
    </Notice>
  );
}

function Import({ answer, isImporting, message, onImport }: SaleOutcomeProps) {
  if (answer.fresh === 0) {
    return <Notice title="新しく取り込む売却はありません">すべて取り込み済みの行です。</Notice>;
  }
  return (
    <>
      <SubmitError message={message} />
      {isImporting ? (
        <ProgressBar label="取り込んでいます。この画面を開いたままお待ちください。" />
      ) : (
        <p>
          <Button onClick={onImport}>{formatYen(answer.fresh)}行を取り込む</Button>
        </p>
      )}
    </>
  );
}
