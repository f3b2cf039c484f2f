import { useState } from 'react';
import * as z from 'zod/mini';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen, parseYen } from '#kit/values/yen.ts';
import { type AppraisalOutcome, appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import type { WaitingEdit, WaitingResult } from '#warehouse/results/waiting-result.ts';
import { ReasonForm } from './reason-form.tsx';

/** Accepts any text: the server validates, and names the field. */
const RowValues = z.object({
  appraisalId: z.string(),
  receivedOn: z.string(),
  appraisedOn: z.string(),
  itemCount: z.string(),
  pricedCount: z.string(),
  appraisedYen: z.string(),
  bonusYen: z.string(),
  outcome: z.string(),
  note: z.string(),
  overrideReason: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.string(), amountYen: z.string() })),
});
type RowValues = z.infer<typeof RowValues>;

/** The editable part of a row. */
export const editOf = (row: WaitingResult): WaitingEdit => ({
  ...{ receivedOn: row.receivedOn, appraisedOn: row.appraisedOn },
  ...{ itemCount: row.itemCount, pricedCount: row.pricedCount },
  ...{ appraisedYen: row.appraisedYen, bonusYen: row.bonusYen },
  ...{ outcome: row.outcome, note: row.note, items: row.items },
  overrideReason: row.overrideReason,
});

const rowValues = (row: WaitingResult): RowValues => ({
  ...{ appraisalId: row.appraisalId, receivedOn: row.receivedOn, appraisedOn: row.appraisedOn },
  ...{ itemCount: String(row.itemCount), pricedCount: String(row.pricedCount) },
  ...{ appraisedYen: String(row.appraisedYen), bonusYen: String(row.bonusYen) },
  ...{ outcome: row.outcome, note: row.note, overrideReason: row.overrideReason },
  items: row.items.map(({ name, quantity, amountYen }) => ({
    name,
    quantity: String(quantity),
    amountYen: String(amountYen),
  })),
});

const empty: RowValues = {
  ...{ appraisalId: '', receivedOn: '', appraisedOn: '', itemCount: '', pricedCount: '' },
  ...{ appraisedYen: '', bonusYen: '0', outcome: 'completed', note: '', overrideReason: '' },
  items: [],
};

/** Unparsable text becomes null, which the server refuses at its field. */
const numberOrNull = (text: string) => parseYen(text) ?? null;

/** The server refuses a missing number at its field. */
const typedNumber = (text: string) => numberOrNull(text) as number;

function bodyOf(typed: RowValues, items: WaitingEdit['items']): WaitingEdit {
  const { appraisalId: _, ...rest } = typed;
  return {
    ...rest,
    outcome: typed.outcome as WaitingEdit['outcome'],
    itemCount: typedNumber(typed.itemCount),
    pricedCount: typedNumber(typed.pricedCount),
    appraisedYen: typedNumber(typed.appraisedYen),
    bonusYen: typedNumber(typed.bonusYen),
    items: items.map((item, index) => ({
      ...item,
      name: typed.items[index]?.name ?? item.name,
      quantity: typedNumber(typed.items[index]?.quantity ?? ''),
      amountYen: typedNumber(typed.items[index]?.amountYen ?? ''),
    })),
  };
}

/** A row in its dialog: corrected, removed or restored. */
export function WaitingRowForm({
  id,
  mayMend,
  onChanged,
}: {
  id: string;
  mayMend: boolean;
  onChanged: () => void;
}) {
  const rowQuery = useQuery(addressOf('GET /api/office/results/waiting/:id', { params: { id } }));
  const row = rowQuery.value;
  if (rowQuery.problem && !row) {
    return <LoadFailure message={rowQuery.problem.message} onRetry={rowQuery.reload} />;
  }
  if (!row) return <Skeleton lines={8} />;
  const done = () => {
    rowQuery.reload();
    onChanged();
  };
  return (
    <div className="grid gap-4">
      {row.flags.length > 0 && (
        <Notice title="お確かめください">
          {row.flags.map(({ code, message }) => (
            <p key={`${code} ${message}`}>{message}</p>
          ))}
        </Notice>
      )}
      <p className="text-sm text-ink-2">
        {row.row}行目・{row.targetName}・{formatDateTime(row.changedAt)} {row.changedBy}
      </p>
      {row.takenOut ? (
        <RemovedRow row={row} mayMend={mayMend} onDone={done} />
      ) : (
        <>
          <EditForm
            key={`mended ${row.version}`}
            row={row}
            mayMend={mayMend}
            onDone={done}
            onNewer={rowQuery.change}
          />
          {mayMend && (
            <ReasonForm
              key={`taken out ${row.version}`}
              path={addressOf('POST /api/office/results/waiting/:id/take-out', { params: { id } })}
              version={row.version}
              label="この行を外す理由"
              action="外す"
              onDone={done}
            />
          )}
        </>
      )}
    </div>
  );
}

function RemovedRow({
  row: { id, version, takenOut },
  mayMend,
  onDone,
}: {
  row: WaitingResult;
  mayMend: boolean;
  onDone: () => void;
}) {
  const restoring = useSubmission(
    (_: Record<never, never>, idempotencyKey) =>
      send('POST /api/office/results/waiting/:id/put-back', {
        params: { id },
        body: { version },
        idempotencyKey,
      }),
    { onDone },
  );
  return (
    <>
      <Notice title="この行は外しています">
        <p>
          {takenOut && formatDateTime(takenOut.at)} {takenOut?.by}
        </p>
        <p className="whitespace-pre-line">理由：{takenOut?.reason}</p>
      </Notice>
      <SubmitError message={restoring.message} />
      {mayMend && (
        <Button size="small" isBusy={restoring.isPending} onClick={() => restoring.send({})}>
          取り込みに戻す
        </Button>
      )}
    </>
  );
}

function EditForm({
  row,
  mayMend,
  onDone,
  onNewer,
}: {
  row: WaitingResult;
  mayMend: boolean;
  onDone: () => void;
  onNewer: (row: WaitingResult) => void;
}) {
  const one = { params: { id: row.id } };
  const form = useForm({ schema: RowValues, initial: rowValues(row) });
  const [newer, setNewer] = useState<WaitingResult>();
  const [shown] = useState(row);
  const submission = useSubmission(
    (typed: RowValues, idempotencyKey) =>
      send('POST /api/office/results/waiting/:id', {
        ...one,
        body: { ...bodyOf(typed, shown.items), version: (newer ?? shown).version },
        idempotencyKey,
      }),
    {
      form,
      onDone() {
        showToast('直しました。');
        onDone();
      },
    },
  );
  async function save(typed: RowValues) {
    const outcome = await submission.send(typed);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await send('GET /api/office/results/waiting/:id', one).catch(() => undefined));
  }
  return (
    <Form form={form} className="grid gap-3" onSubmit={form.submit(save)}>
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={comparedFields(form.values, rowValues(newer))}
          isPending={submission.isPending}
          onKeepStored={() => onNewer(newer)}
        />
      )}
      <RowFields form={form} />
      {shown.items.map((_item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
        <ItemFields key={index} form={form} index={index} />
      ))}
      {shown.flags.length > 0 && (
        <TextArea
          form={form}
          path="overrideReason"
          label="このままで正しい理由"
          rows={2}
          maxLength={500}
        />
      )}
      <SubmitError message={submission.message} />
      {mayMend && !newer && (
        <div className="flex justify-end">
          <Button type="submit" size="small" isBusy={submission.isPending}>
            保存する
          </Button>
        </div>
      )}
    </Form>
  );
}

const labels = {
  receivedOn: '受付日',
  appraisedOn: '査定完了日',
  itemCount: '点数',
  pricedCount: '買取点数',
  appraisedYen: '査定金額',
  bonusYen: '加算額',
  note: '備考',
  overrideReason: 'このままで正しい理由',
} as const;

const comparedFields = (mine: RowValues, stored: RowValues) => [
  ...(Object.keys(labels) as (keyof typeof labels)[]).map((field) => ({
    label: labels[field],
    mine: mine[field],
    stored: stored[field],
  })),
  { label: '結果区分', mine: labelOf(mine.outcome), stored: labelOf(stored.outcome) },
  { label: '明細', mine: itemsIn(mine), stored: itemsIn(stored) },
];
const labelOf = (outcome: string) => appraisalOutcomes[outcome as AppraisalOutcome].label;
const itemsIn = ({ items }: RowValues) =>
  items.map(({ name, quantity, amountYen }) => `${name} ${quantity}点 ${amountYen}円`).join('、');

const outcomeChoices = (Object.keys(appraisalOutcomes) as AppraisalOutcome[]).map((value) => ({
  value,
  label: appraisalOutcomes[value].label,
}));

function RowFields({ form }: { form: FormFields }) {
  const number = { form, inputMode: 'numeric', required: true } as const;
  return (
    <>
      <SelectField form={form} path="outcome" label="結果区分" required choices={outcomeChoices} />
      <div className="grid gap-3 narrow:grid-cols-2">
        <TextField form={form} path="receivedOn" label="受付日" required type="date" />
        <TextField form={form} path="appraisedOn" label="査定完了日" required type="date" />
        <TextField {...number} path="itemCount" label="点数" />
        <TextField {...number} path="pricedCount" label="買取点数" />
        <TextField {...number} path="appraisedYen" label="査定金額（円）" />
        <TextField {...number} path="bonusYen" label="加算額（円）" />
      </div>
      <p>
        寄付金額 <b>{formatYen(sumOf(form))}円</b>
      </p>
      <TextArea form={form} path="note" label="備考" rows={2} maxLength={500} />
    </>
  );
}

const sumOf = (form: FormFields) =>
  (numberOrNull(String(form.valueAt('appraisedYen'))) ?? 0) +
  (numberOrNull(String(form.valueAt('bonusYen'))) ?? 0);

function ItemFields({ form, index }: { form: FormFields; index: number }) {
  const at = (field: string) => `items.${index}.${field}`;
  return (
    <fieldset className="grid gap-3 rounded-xl border-2 border-line px-4 pb-3 narrow:grid-cols-3">
      <legend className="px-1 text-sm font-bold">明細 {index + 1}</legend>
      <TextField form={form} path={at('name')} label="品目" required maxLength={100} />
      <TextField form={form} path={at('quantity')} label="点数" required inputMode="numeric" />
      <TextField
        form={form}
        path={at('amountYen')}
        label="査定金額（円）"
        required
        inputMode="numeric"
      />
    </fieldset>
  );
}

/** Adds a row that was in no file. */
export function NewRowForm({ batchId, onDone }: { batchId: string; onDone: () => void }) {
  const form = useForm({ schema: RowValues, initial: empty });
  const submission = useSubmission(
    (typed: RowValues, idempotencyKey) =>
      send('POST /api/office/results/batches/:id/rows', {
        params: { id: batchId },
        body: { ...bodyOf(typed, []), appraisalId: typed.appraisalId },
        idempotencyKey,
      }),
    {
      form,
      onDone() {
        showToast('行を加えました。');
        onDone();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-3" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField form={form} path="appraisalId" label="申込番号" required />
      <RowFields form={form} />
      <SubmitError message={submission.message} />
      <div className="flex justify-end">
        <Button type="submit" size="small" isBusy={submission.isPending}>
          加える
        </Button>
      </div>
    </Form>
  );
}
